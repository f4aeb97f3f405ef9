// The page works without this: it adds the buttons that copy, and the sample.
"use strict";

const said = document.getElementById("said");

for (const button of document.querySelectorAll("button[data-copy]")) {
  const code = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      said.textContent = "Copied: " + code.textContent.replaceAll("\n", " ");
    } catch {
      getSelection().selectAllChildren(code); // the browser does not let a page copy
      said.textContent = "Selected: press Ctrl+C to copy it";
    }
  });
}

for (const sample of document.querySelectorAll("[data-style]")) {
  sample.style.cssText = document.getElementById(sample.dataset.style).textContent;
}
