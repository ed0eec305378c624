// Makes the pages better where scripts run: keys, copying, printing, and not losing what was typed.
// Nothing here is needed: every page works without.
"use strict";

(() => {
  const typing = (target) => target instanceof HTMLElement
    && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  const byId = (id) => document.getElementById(id);

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && event.target === byId("find")) event.target.blur();
    if (typing(event.target)) return;
    const dialog = byId("keys");
    if (dialog && dialog.open) return;
    if (event.key === "/") {
      event.preventDefault();
      const box = byId("find");
      box.focus();
      box.select();
    } else if (event.key === "?") {
      event.preventDefault();
      dialog.showModal();
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      // An area that scrolls sideways keeps its arrow keys.
      if (event.target instanceof HTMLElement && event.target.matches("pre, .table-wrap")) return;
      const way = document.querySelector(`a[rel="${event.key === "ArrowLeft" ? "prev" : "next"}"]`);
      if (way) way.click();
    }
  });

  const ready = () => {
    for (const button of document.querySelectorAll("[data-copy], [data-print]")) button.hidden = false;
    const first = document.querySelector("[data-focus]");
    if (first) first.focus();
  };
  document.addEventListener("DOMContentLoaded", ready);
  document.addEventListener("htmx:afterSwap", ready);

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    if (button.hasAttribute("data-print")) window.print();
    if (button.hasAttribute("data-copy")) {
      navigator.clipboard.writeText(new URL(button.dataset.copy, document.baseURI).href.startsWith(location.origin) && button.dataset.copy.startsWith("/")
        ? new URL(button.dataset.copy, location.origin).href
        : button.dataset.copy).then(() => { button.textContent = "Copied"; }, () => { button.textContent = "Select it by hand"; });
    }
  });

  // What was typed is not lost by going away unseen.
  let changed = false;
  document.addEventListener("input", (event) => {
    if (event.target instanceof Element && event.target.matches("[data-guarded]")) changed = true;
  });
  document.addEventListener("submit", (event) => {
    changed = false;
    // A second click sends nothing; the key in the form would make it happen once anyway.
    const form = event.target;
    if (form.method !== "post" || form.hasAttribute("hx-post") || form.method === "dialog") return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "1";
  });
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });
  window.addEventListener("beforeunload", (event) => { if (changed) event.preventDefault(); });

  // The console offers arguments that fit the tool that is chosen.
  document.addEventListener("change", (event) => {
    if (!(event.target instanceof HTMLSelectElement) || !event.target.dataset.examples) return;
    const example = JSON.parse(event.target.dataset.examples)[event.target.value];
    if (example !== undefined) byId("arguments").value = example;
  });
})();
