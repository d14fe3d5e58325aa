"use strict";
// Shows the rows that have all words.
const filter = document.getElementById("filter");
const rows = [...document.getElementById("rows").children].map(row => [row, row.textContent.toLowerCase()]);

function show() {
    const words = filter.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const [row, text] of rows) {
        row.hidden = !words.every(word => text.includes(word));
        shown += row.hidden ? 0 : 1;
    }
    document.getElementById("shown").textContent = shown + (shown === 1 ? " rule" : " rules");
}

filter.addEventListener("input", show);
filter.form.addEventListener("submit", event => event.preventDefault());
show();
