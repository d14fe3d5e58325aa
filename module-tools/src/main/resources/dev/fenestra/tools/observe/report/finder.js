// Search in all text, filters, and the buttons.
class Finder {
    constructor(report) {
        this.report = report;
        const {journal} = report;
        const go = (text, title, id, deed) => h("button", {id, title, onclick: deed}, text);
        this.search = h("input", {type: "search", id: "search", placeholder: "Search: key, QP, rule, text", "aria-label": "Search", oninput: () => report.filter()});
        this.host = this.select("host", ["", ...journal.hosts], "all hosts");
        this.layer = this.select("layer", ["", "uverbs", "ib-core", "driver", "hw-sim"], "all layers");
        this.found = h("output", {id: "found", for: "search"});
        show("top",
            h("div", {class: "title"}, h("p", {class: "brand"}, "Fenestra"), h("h1", {}, journal.title)),
            h("div", {class: "tools"}, this.search, this.host, this.layer, this.found),
            h("div", {class: "tools"},
                go("◀", "One event back (left arrow)", "back", () => report.step(-1)),
                this.play = go("Play", "Play (space)", "play", () => report.play()),
                go("▶", "One event on (right arrow)", "on", () => report.step(1)),
                go("Chapter ▸", "Next chapter (shift and right arrow)", "chapter", () => report.chapter(1)),
                go("Next refusal", "Next refusal (r)", "refusal", () => report.nextRefusal()),
                go("Next packet", "Next packet of this request (p)", "packet", () => report.nextPacket()),
                go("Theme", "Light or dark", "theme", () => report.theme())));
    }

    select(name, values, all) {
        return h("select", {id: name, "aria-label": name, onchange: () => this.report.filter()},
            values.map(value => h("option", {value}, value || all)));
    }

    /** Events that pass search, filters and zoom; null for all. */
    rows() {
        const {journal, chapterStarts} = this.report;
        const words = this.search.value.trim().toLowerCase();
        const zoom = panel("zoom").value;
        const host = journal.hosts.indexOf(this.host.value);
        const layer = this.layer.value;
        if (!words && zoom === "events" && host < 0 && !layer) {
            this.found.value = "";
            return null;
        }
        const rows = [];
        for (let i = 0; i < journal.length; i++) {
            if (host >= 0 && journal.owners[i] !== host) continue;
            if (zoom === "requests" && !REQUEST_KINDS.has(journal.kind(i))) continue;
            if (zoom === "chapters" && !chapterStarts.has(i + journal.first)) continue;
            if (!layer && !words) {
                rows.push(i);
                continue;
            }
            const line = journal.line(i);
            if (layer && !line.includes(`"layer":"${layer}"`)) continue;
            if (words && !this.isIn(words, line)) continue;
            rows.push(i);
        }
        this.found.value = rows.length === 1 ? "1 event" : count(rows.length) + " events";
        return rows;
    }

    /** Whether the words stand in the values of a line; escapes are looked through only where there are some. */
    isIn(words, line) {
        return line.toLowerCase().includes(words)
            && Object.values(JSON.parse(line)).some(value => JSON.stringify(value).toLowerCase().includes(words));
    }
}
