// Search in all text, filters, and the buttons.
class Finder {
    /** A list that is longer is no help; the search finds the rest. */
    static CHOICES = 500;

    constructor(report) {
        this.report = report;
        const {journal, machine} = report;
        const go = (text, title, id, deed) => h("button", {id, title, onclick: deed}, text);
        this.search = h("input", {type: "search", id: "search", placeholder: "Search: key, QP, rule, text", "aria-label": "Search", oninput: () => report.filter()});
        this.host = this.select("host", ["", ...journal.hosts], "all hosts");
        this.layer = this.select("layer", ["", "uverbs", "ib-core", "driver", "hw-sim"], "all layers");
        this.qp = this.select("qp", ["", ...machine.qps.keys()], "all QPs");
        this.key = this.select("key", ["", ...machine.keys.keys()], "all keys");
        this.rule = this.select("rule", ["", ...journal.rules.keys()], "all rules");
        this.found = h("output", {id: "found", for: "search"});
        show("top",
            h("div", {class: "title"}, h("p", {class: "brand"}, "Fenestra"), h("h1", {}, journal.title),
                Glossary.list(), h("div", {class: "tools"},
                    go("Theme", "Light or dark", "theme", () => report.theme()),
                    go("Keys and tour ?", "Keys and tour (?)", "showhelp", () => report.tour.toggleHelp()))),
            h("div", {class: "tools"},
                go("◀", "One event back (left arrow)", "back", () => report.step(-1)),
                this.play = go("Play", "Play (space)", "play", () => report.play()),
                go("▶", "One event on (right arrow)", "on", () => report.step(1)),
                go("◂ Chapter", "Chapter before (shift and left arrow)", "chapterback", () => report.chapter(-1)),
                go("Chapter ▸", "Next chapter (shift and right arrow)", "chapter", () => report.chapter(1)),
                go("Next refusal", "Next refusal (r)", "refusal", () => report.nextRefusal()),
                go("Next packet", "Next packet of this request (p)", "packet", () => report.nextPacket()),
                report.quiz.asks.length ? go("Quiz", "Guess how each chapter ends before it is shown", "startquiz", () => report.quiz.toggle()) : null,
                this.link = go("Copy link", "Copy a link to this event (c)", "copylink", () => report.copyLink())),
            h("div", {class: "tools"}, this.search, this.host, this.layer, this.qp, this.key, this.rule, this.found));
    }

    /** What each key does. */
    static keySheet() {
        return h("p", {class: "keysheet"},
            "Arrow keys step · with Shift by chapter · r next refusal · p next packet of the request · space plays · / searches · ? keys and tour");
    }

    select(name, values, all) {
        return h("select", {id: name, "aria-label": name, onchange: () => this.report.filter()},
            values.slice(0, Finder.CHOICES).map(value => h("option", {value}, value || all)));
    }

    /** Events that pass search, filters and zoom; null for all. */
    rows() {
        const {journal, chapterStarts} = this.report;
        const words = this.search.value.trim().toLowerCase();
        const zoom = panel("zoom").value;
        const host = journal.hosts.indexOf(this.host.value);
        const owner = journal.hosts.indexOf(Finder.split(this.qp.value)[0]);
        const parts = this.parts();
        if (!words && zoom === "events" && host < 0 && !parts.length) {
            this.found.value = "";
            return null;
        }
        const rows = [];
        const all = zoom === "requests" ? this.report.machine.requests : null;
        for (let at = 0; at < (all ? all.length : journal.length); at++) {
            const i = all ? all[at] : at;
            if (host >= 0 && journal.owners[i] !== host) continue;
            if (this.qp.value && journal.owners[i] !== owner) continue;
            if (zoom === "chapters" && !chapterStarts.has(i + journal.first)) continue;
            if (!parts.length && !words) {
                rows.push(i);
                continue;
            }
            const line = journal.line(i);
            if (!parts.every(part => part.test(line))) continue;
            if (words && !this.isIn(words, line)) continue;
            rows.push(i);
        }
        this.found.value = rows.length === 1 ? "1 event" : count(rows.length) + " events";
        return rows;
    }

    /** What the line of an event must hold to pass the lists. A QP is of one host; a key is named by others, too. */
    parts() {
        return [
            this.layer.value && new RegExp(`"layer":"${this.layer.value}"`),
            this.qp.value && new RegExp(`"qp":${Number(Finder.split(this.qp.value)[1])}[,}]`),
            this.key.value && new RegExp(Finder.split(this.key.value)[1] + ":"),
            this.rule.value && new RegExp(`"refusal":{"rule":"${this.rule.value}"`),
        ].filter(Boolean);
    }

    /** Host and number of a QP or a key. */
    static split(name) {
        const at = name.lastIndexOf(" ");
        return [name.slice(0, at), name.slice(at + 1)];
    }

    /** Whether the words stand in the values of a line; escapes are looked through only where there are some. */
    isIn(words, line) {
        return line.toLowerCase().includes(words)
            && Object.values(JSON.parse(line)).some(value => JSON.stringify(value).toLowerCase().includes(words));
    }
}
