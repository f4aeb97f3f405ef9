"use strict";
// The figures of the day at the pointer, or of the one that the arrow keys lead to.
const points = [...document.querySelectorAll(".point")];
const figures = document.getElementById("figures");
const hint = document.getElementById("hint");
const tell = (text) => {
  figures.textContent = text;
  figures.hidden = text === "";
  hint.hidden = text !== "";
};
const focused = () => document.activeElement.closest(".point")?.getAttribute("aria-label") ?? "";
points.forEach((point, at) => {
  point.addEventListener("pointerenter", () => tell(point.getAttribute("aria-label")));
  point.addEventListener("pointerleave", () => tell(focused()));
  point.addEventListener("focus", () => tell(point.getAttribute("aria-label")));
  point.addEventListener("blur", () => tell(""));
  point.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: points.length - 1 }[event.key];
    if (points[to] === undefined) return;
    event.preventDefault();
    point.setAttribute("tabindex", "-1");
    points[to].setAttribute("tabindex", "0");
    points[to].focus();
  });
});
