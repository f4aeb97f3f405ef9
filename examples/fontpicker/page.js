// The page works without this script. It shows texts in their faces, searches while a
// person types, moves by arrow keys and copies.
"use strict";

const form = document.querySelector("form");
const search = document.getElementById("q");
const quoted = (name) => '"' + CSS.escape(name) + '"';
const generics = ["monospace", "serif", "sans-serif"];
const pen = document.createElement("canvas").getContext("2d");
const breadth = (font) => {
  pen.font = "72px " + font;
  return pen.measureText("mmmwwiil0019@").width;
};

// A family is installed if it changes the breadth of a text in any generic family.
const installed = (family) => generics.some((g) => breadth(quoted(family) + ", " + g) !== breadth(g));

const loads = async (source, descriptors = {}) => {
  try {
    const face = await new FontFace("face of " + source, source, descriptors).load();
    document.fonts.add(face);
    return face.family;
  } catch {
    return "";
  }
};

// shown shows a text in its face, and returns what is shown instead, "" for nothing.
const shown = async (text) => {
  const { family, face, source } = text.dataset;
  const families = text.style.fontFamily.split(",");
  const generic = families.length > 1 ? families.at(-1).trim() : "the usual font";
  if (source) {
    const loaded = await loads("url(" + quoted(source) + ")");
    if (!loaded) return "not loaded, in " + generic;
    text.style.fontFamily = quoted(loaded) + ", " + text.style.fontFamily;
    text.style.fontWeight = text.style.fontStyle = text.style.fontStretch = "normal"; // the file is the face
    return "";
  }
  if (!installed(family)) return "not installed, in " + generic;
  if (!face || await loads("local(" + quoted(face) + ")")) return "";
  return "not found, in the nearest face";
};

const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    shown(target).then((instead) => {
      const note = (target.closest("li") ?? target.nextElementSibling).querySelector("[data-instead]");
      note.textContent = instead && " · " + instead;
      note.hidden = !instead;
      if (instead.startsWith("not installed")) {
        document.getElementById("uninstalled").hidden = false;
      }
    });
  }
});

const dress = () => {
  document.getElementById("uninstalled").hidden = true;
  for (const text of document.querySelectorAll("[data-declared]")) {
    text.style.cssText = text.dataset.declared;
    seen.observe(text);
  }
  const copy = document.getElementById("copy");
  if (copy) {
    copy.hidden = false;
    copy.addEventListener("click", copyCSS);
  }
  for (const links of document.querySelectorAll(".families, .faces")) oneStop(links);
  const list = document.getElementById("list");
  const current = list.querySelector("[aria-current]");
  if (!current) return;
  const over = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (over < 0 || over + current.offsetHeight > list.clientHeight) list.scrollTop += over;
};

const copyCSS = async () => {
  const css = document.getElementById("css");
  const said = document.getElementById("said");
  try {
    await navigator.clipboard.writeText(css.textContent);
    said.textContent = "Copied.";
  } catch {
    getSelection().selectAllChildren(css); // the browser does not let a page copy
    said.textContent = "Selected: press Ctrl+C to copy it.";
  }
};

// say shows what the page waits for, or why nothing comes. With an action it has a button.
const main = document.querySelector("main");
const again = document.getElementById("again");
const say = (text, action = null) => {
  document.getElementById("state").textContent = text;
  again.hidden = !action;
  again.onclick = action;
};

// oneStop makes the Tab key stop once in a list: at the chosen link, or else at the first one. The
// arrow keys reach the others.
const oneStop = (list, stop = list?.querySelector("[aria-current]") ?? list?.querySelector("li a")) => {
  for (const link of list?.querySelectorAll("li a") ?? []) link.tabIndex = link === stop ? 0 : -1;
};

// refocus gives the focus back if its element was replaced: to the same element, or else to the first
// link of its list, or else to the search field.
const refocus = (was) => {
  if (was.isConnected) return;
  const same = was.id && document.getElementById(was.id);
  if (same) return same.focus({ preventScroll: true });
  const links = [...document.querySelectorAll(was.closest(".faces") ? ".faces a" : ".families a")];
  const address = was.getAttribute("href");
  (links.find((link) => link.getAttribute("href") === address) ?? links[0] ?? search).focus({ preventScroll: true });
};

// go puts the list and the font of another address into this page. A choice is a step that the
// Back button undoes, typing is none.
let asking = new AbortController();
const go = async (address, step = "replaceState") => {
  asking.abort();
  const mine = asking = new AbortController();
  main.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => say("Searching…"), 300);
  try {
    const response = await fetch(address, { signal: mine.signal });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!page.getElementById("list")) throw new Error("status " + response.status);
    const list = document.getElementById("list");
    const top = list.scrollTop;
    const was = document.activeElement;
    for (const id of ["count", "list", "font"]) {
      document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
    }
    list.scrollTop = top;
    document.title = page.title;
    form.elements.font.value = page.querySelector("[name=font]").value;
    if (!step) for (const { name, value } of page.forms[0].elements) if (name) form.elements[name].value = value;
    form.querySelector("[type=submit]").className = page.querySelector("form [type=submit]").className;
    if (step) history[step](null, "", address);
    dress();
    refocus(was);
    say("");
    return true;
  } catch (error) {
    if (mine === asking) {
      say("The server does not respond. Check that fontpicker still runs.", () => go(address, step));
    }
    return false;
  } finally {
    clearTimeout(slow);
    if (mine === asking) main.removeAttribute("aria-busy");
  }
};

const asked = () => {
  const given = [...new FormData(form)].filter(([, value]) => value !== "");
  return "/?" + new URLSearchParams(given);
};
let wait;
form.addEventListener("input", () => {
  clearTimeout(wait);
  wait = setTimeout(() => go(asked()), 150);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(wait);
  go(asked());
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest(".families a, .faces a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const list = link.closest("ul").className;
  if (!await go(link.getAttribute("href"), "pushState")) return;
  document.querySelector("." + list + " [aria-current]")?.focus({ preventScroll: true });
  if (matchMedia("(max-width: 48rem)").matches) document.getElementById("family").scrollIntoView();
});

addEventListener("popstate", async () => {
  clearTimeout(wait);
  const had = document.activeElement.closest(".families, .faces")?.className;
  if (!await go(location.pathname + location.search, "")) return;
  const chosen = had && document.querySelector("." + had + " [aria-current]");
  (chosen ?? document.querySelector(".families [aria-current]") ?? search).focus({ preventScroll: true });
});

// In a narrow window the filters are folded, unless one is set.
const filters = document.querySelector(".filters");
const narrow = matchMedia("(max-width: 48rem)");
const fold = () => {
  const set = [...filters.querySelectorAll("select")].some((select) => select.value !== (select.dataset.usual ?? ""));
  filters.open = !narrow.matches || set;
};
narrow.addEventListener("change", fold);
fold();

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("li a")) oneStop(target.closest(".families, .faces"), target);
});

document.addEventListener("keydown", (event) => {
  const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const list = event.target === search ? document.getElementById("list") : event.target.closest(".families, .faces");
  if (!move || !list) return;
  const links = [...list.querySelectorAll("li a")];
  const next = links.indexOf(event.target) + move;
  event.preventDefault();
  if (next >= 0) links[next]?.focus();
  else if (event.target.closest(".families")) search.focus();
});

dress();
