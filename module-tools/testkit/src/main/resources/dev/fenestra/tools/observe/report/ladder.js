// Events as steps between layers. Only the rows that are seen exist.
const ROW = 26;
const LANES = ["program", "uverbs", "ib-core", "driver", "HCA"];
const TALLEST = 4000000;
const CONTROL = new Set(["VerbCalled", "SystemCalled", "ProviderCalled", "CommandEnded", "Pinned", "Unpinned", "PagesTaken", "TranslationsWritten"]);

/** From which lane to which an event goes. */
function wayOf(event) {
    const device = event.layer === "hw-sim";
    switch (event.kind) {
        case "VerbCalled": return [0, 1];
        case "SystemCalled": return [2, 0];
        case "ProviderCalled": return [2, 3];
        case "CommandEnded": return device ? [3, 4] : [4, 3];
        case "WqeWritten": return [0, 3];
        case "Posted": return [1, 1];
        case "DoorbellRung": return [3, 4];
        case "CqeRead": return [4, 3];
        case "Polled": return [3, 0];
        default: {
            const lane = {"uverbs": 1, "ib-core": 2, "driver": 3, "hw-sim": 4}[event.layer] ?? 0;
            return [lane, lane];
        }
    }
}

class Ladder {
    constructor(report) {
        this.report = report;
        this.picture = s("svg", {class: "lanes", "aria-hidden": "true"});
        this.list = h("ol", {class: "rows", role: "listbox", "aria-label": "Events"});
        this.tall = h("div", {class: "tall"});
        this.window = h("div", {class: "scroller", tabindex: 0, role: "group", "aria-label": "Events; arrow keys step"}, h("div", {class: "seen"}, this.picture, this.list), this.tall);
        this.head = h("div", {class: "lanehead"});
        this.window.addEventListener("scroll", () => this.paint());
        this.zoom = h("select", {id: "zoom", "aria-label": "Zoom", onchange: () => report.filter()},
            h("option", {value: "events"}, "all events"), h("option", {value: "requests"}, "requests"),
            h("option", {value: "chapters"}, "chapters"));
        show("ladder", h("div", {class: "panelhead"}, h("h2", {}, "Events"), this.legend(), this.zoom), this.head, this.window);
        new ResizeObserver(() => this.paint()).observe(this.window);
    }

    legend() {
        const item = (text, ...marks) => h("span", {class: "key"}, s("svg", {width: 22, height: 14, "aria-hidden": "true"}, marks), text);
        const line = (d, kind = "") => s("g", {class: "way" + kind}, s("path", {class: "line", d}));
        return h("p", {class: "legend"}, item("control path", line("M0 7 H22", " control")), item("kernel", s("path", {class: "lane kernel", d: "M11 0 V14"})),
            item("data path, past the kernel", line("M0 10 H4 a7 7 0 0 1 14 0 H22")),
            item("answer", s("g", {class: "packet ack"}, s("path", {class: "line", d: "M0 7 H22"}))),
            item("key changed", s("path", {class: "diamond", d: "M11 1 l6 6 l-6 6 l-6 -6 z"})),
            item("refused", s("path", {class: "cross", d: "M6 2 l10 10 m0 -10 l-10 10"})));
    }

    get rows() {
        return this.report.rows;
    }

    total() {
        return this.rows ? this.rows.length : this.report.journal.length;
    }

    eventAt(row) {
        return this.rows ? this.rows[row] : row;
    }

    rowOf(i) {
        return this.rows ? Math.max(0, Machine.passed(this.rows, i) - 1) : i;
    }

    visible() {
        return Math.max(1, Math.floor(this.window.clientHeight / ROW));
    }

    firstRow() {
        const span = this.height - this.window.clientHeight;
        const rest = Math.max(0, this.total() - this.visible());
        return span <= 0 ? 0 : Math.min(rest, Math.round(this.window.scrollTop / span * rest));
    }

    /** Brings the present event into sight, and paints. */
    draw(i) {
        this.height = Math.max(this.window.clientHeight, Math.min(TALLEST, this.total() * ROW));
        this.tall.setAttribute("data-rows", this.total());
        this.tall.style.height = this.height + "px";
        const row = this.rowOf(i);
        const first = this.firstRow();
        if (row < first + 2 || row > first + this.visible() - 6) {
            const rest = Math.max(1, this.total() - this.visible());
            const wanted = Math.min(rest, Math.max(0, row - Math.floor(this.visible() / 3)));
            this.window.scrollTop = wanted / rest * (this.height - this.window.clientHeight);
        }
        this.paint();
    }

    paint() {
        if (this.height === undefined) {
            return;
        }
        const {journal} = this.report;
        const first = this.firstRow();
        const last = Math.min(this.total(), first + this.visible() + 1);
        const width = this.picture.clientWidth || 360;
        this.geometry(width);
        const shown = Array.from({length: last - first}, (_, row) => journal.event(this.eventAt(first + row)));
        const items = shown.map((event, row) => this.item(this.eventAt(first + row), event));
        this.list.replaceChildren(...items);
        this.measure(items, last === this.total());
        const marks = [...this.lines(last - first)];
        shown.forEach((event, row) => marks.push(this.mark(event, row, shown)));
        shown.forEach((event, row) => marks.push(this.retransmission(event, row, shown)));
        this.picture.setAttribute("height", this.top(last - first));
        this.picture.replaceChildren(...marks.filter(Boolean));
        this.names();
    }

    /** How much taller the present row is, as it shows its whole text; at the end of the journal the rows move up by it. */
    measure(items, isEnd) {
        this.wrapped = items.findIndex(item => item.classList.contains("present"));
        this.extra = this.wrapped < 0 ? 0 : Math.max(0, items[this.wrapped].offsetHeight - ROW);
        const over = isEnd ? Math.max(0, this.top(items.length) - Math.max(this.window.clientHeight, items.length * ROW)) : 0;
        for (const part of [this.list, this.picture]) {
            part.style.transform = over ? `translateY(${-over}px)` : "";
        }
    }

    /** Where a row begins, in pixels. */
    top(row) {
        return row * ROW + (this.wrapped >= 0 && row > this.wrapped ? this.extra : 0);
    }

    geometry(width) {
        const {hosts} = this.report.journal;
        const pad = 12;
        const sides = Math.min(2, hosts.length);
        const wire = sides === 2 ? width * 0.14 : 0;
        const step = (width - 2 * pad - wire) / (sides * 5 - sides);
        this.x = (owner, lane) => (owner % 2 === 0 || sides < 2) ? pad + lane * step : width - pad - lane * step;
        this.middle = width / 2;
        this.sides = sides;
    }

    names() {
        const {hosts} = this.report.journal;
        const side = owner => h("div", {class: "side" + owner}, h("b", {}, hosts[owner] ?? ""));
        if (this.named !== this.middle) {
            this.named = this.middle;
            const name = (owner, lane) => s("text", {transform: `translate(${this.x(owner, lane) + 3} 46) rotate(-50)`}, LANES[lane]);
            const names = Array.from({length: this.sides}, (_, owner) => LANES.map((_, lane) => name(owner, lane))).flat();
            this.head.replaceChildren(h("div", {class: "hostnames"}, side(0), this.sides === 2 ? side(1) : ""),
                s("svg", {class: "lanenames", height: 48, role: "img", "aria-label": "Lanes: " + LANES.join(", ") + "; the second host has them mirrored"}, names));
        }
    }

    * lines(rows) {
        for (let owner = 0; owner < this.sides; owner++) {
            for (let lane = 0; lane < LANES.length; lane++) {
                const x = this.x(owner, lane);
                yield s("line", {x1: x, x2: x, y1: 0, y2: this.top(rows), class: "lane " + (lane === 2 ? "kernel" : "")});
            }
        }
    }

    item(i, event) {
        const {report} = this;
        const present = i === report.at || report.zoomed !== "events" && i === this.eventAt(this.rowOf(report.at));
        const chapter = report.chapterStarts.get(event.n);
        return h("li", {
            class: ["row", event.kind === "Refused" || isFinding(event) ? "refused" : "", CONTROL.has(event.kind) ? "control" : "data",
                present ? "present" : "", chapter ? "begins" : "",
                event.wr !== undefined && event.wr === report.present?.wr ? "kin" : ""].join(" "),
            role: "option", "aria-selected": present ? "true" : "false", "data-n": event.n,
            title: chapter ? chapter.number + " " + chapter.title : event.text,
            onclick: () => report.go(i),
        }, h("span", {class: "n"}, event.n), h("span", {class: "host host" + this.report.journal.owners[i]}, event.host),
            h("span", {class: "what"}, this.words(i, event, chapter)),
            report.zoomed === "events" && event.args ? h("span", {class: "args"}, Object.entries(event.args).map(([name, value]) => name + "=" + value).join(" ")) : null);
    }

    /** What a row says: an event, or the request or the chapter that begins with it. */
    words(i, event, chapter) {
        const {report} = this;
        if (report.zoomed === "requests") {
            const {events, refused} = report.machine.requestAt(i);
            return event.text + (events > 1 ? ` · ${events} events` : "") + (refused ? " · refused" : "");
        }
        if (report.zoomed === "chapters" && chapter) {
            const events = Math.max(0, chapter.last - chapter.first + 1);
            return `${chapter.number}  ${chapter.title}${chapter.level === 2 ? ` · ${count(events)} events` : ""}`;
        }
        return event.text;
    }

    mark(event, row, shown) {
        const owner = Math.max(0, this.report.journal.hosts.indexOf(event.host));
        const y = this.top(row) + ROW / 2;
        const control = CONTROL.has(event.kind);
        const present = event === this.report.present ? " present" : "";
        if (this.report.zoomed === "requests") {
            return this.whole(this.report.machine.requestAt(this.eventAt(this.firstRow() + row)), owner, y, present);
        }
        if (event.packet) {
            return this.packet(event, owner, y, present, this.arrival(event, row, shown));
        }
        const [from, to] = wayOf(event);
        const a = this.x(owner, from);
        const b = this.x(owner, to);
        if (event.kind === "Refused" || isFinding(event)) {
            return s("path", {class: "cross" + present, d: `M${b - 6} ${y - 6} l12 12 m0 -12 l-12 12`});
        }
        if (from === to) {
            return event.kind === "KeyChanged"
                ? s("path", {class: "diamond" + present, d: `M${b} ${y - 6} l6 6 l-6 6 l-6 -6 z`})
                : s("circle", {class: (control ? "dot control" : "dot") + present, cx: b, cy: y, r: 4});
        }
        const tip = Math.sign(b - a);
        const hop = this.x(owner, 2);
        const over = Math.min(from, to) < 2 && Math.max(from, to) > 2 && !control;
        const line = over ? `M${a} ${y} H${hop - tip * 7} a7 7 0 0 ${tip > 0 ? 1 : 0} ${tip * 14} 0 H${b}` : `M${a} ${y} H${b}`;
        return s("g", {class: (control ? "way control" : "way") + present},
            s("path", {class: event.kind === "SystemCalled" ? "line back" : "line", d: line}),
            s("path", {class: "tip", d: `M${b} ${y} l${-tip * 6} -4 v8 z`}));
    }

    /** A request from the program to where it has led: through the kernel or past it, to the other host or not. */
    whole(request, owner, y, present) {
        const a = this.x(owner, 0);
        const b = request.crosses && this.sides > 1 ? this.x(owner + 1, 4) : this.x(owner, 4);
        const tip = Math.sign(b - a);
        const hop = this.x(owner, 2);
        const line = request.calls ? `M${a} ${y} H${b}` : `M${a} ${y} H${hop - tip * 7} a7 7 0 0 ${tip > 0 ? 1 : 0} ${tip * 14} 0 H${b}`;
        return s("g", {class: (request.calls ? "way control" : "way") + present}, s("path", {class: "line", d: line}),
            request.refused ? s("path", {class: "cross", d: `M${b - 6} ${y - 6} l12 12 m0 -12 l-12 12`}) : s("path", {class: "tip", d: `M${b} ${y} l${-tip * 6} -4 v8 z`}));
    }

    /** How far down a packet arrives: where the other host begins to act on it, or a row on. */
    arrival(event, row, shown) {
        const effect = shown.findIndex((one, at) => at > row && at <= row + 12 && one.cause === event.n && one.host === event.packet.to);
        return this.top(effect < 0 ? row + 1 : effect) - this.top(row) - (effect < 0 ? 8 : 6);
    }

    /** From a packet that was sent before to its first transmission; one that is not in sight lies beyond the edge. */
    retransmission(event, row, shown) {
        const original = event.packet?.original;
        if (original === undefined) {
            return null;
        }
        const at = shown.findIndex(one => one.n === original);
        const owner = Math.max(0, this.report.journal.hosts.indexOf(event.host));
        const x = this.x(owner, 4);
        const out = Math.sign(this.middle - x) * -14 || -14;
        const from = at < 0 ? 0 : this.top(at) + ROW / 2;
        return s("path", {class: "resent", d: `M${x} ${this.top(row) + ROW / 2} C${x + out} ${this.top(row)} ${x + out} ${from} ${x} ${from}`});
    }

    packet(event, owner, y, present, fall) {
        const {packet} = event;
        const target = packet.to === undefined ? (owner + 1) % 2 : this.report.journal.hosts.indexOf(packet.to);
        const a = this.x(owner, 4);
        const lost = packet.to === undefined && event.kind === "PacketSent";
        const b = lost || this.sides < 2 ? this.middle : this.x(target, 4);
        const kind = packet.answer ? (packet.answer.startsWith("ACK") ? "ack" : "nak") : "request";
        const tip = Math.sign(b - a) || 1;
        const end = lost ? y + 9 : y + fall;
        const steep = Math.atan2(end - y, b - a || 1);
        const point = (back, side) => `${(b - back * Math.cos(steep) + side * Math.sin(steep)).toFixed(1)} ${(end - back * Math.sin(steep) - side * Math.cos(steep)).toFixed(1)}`;
        const several = packet.count > 1 ? `M${a} ${y + 5} L${b} ${end + 5} M${a} ${y - 5} L${b} ${end - 5}` : "";
        return s("g", {class: "packet " + kind + present, "data-n": event.n},
            s("path", {class: "line", d: `M${a} ${y} L${b} ${end} ${several}`}),
            lost ? s("path", {class: "cross", d: `M${b - 5} ${end - 5} l10 10 m0 -10 l-10 10`})
                : s("path", {class: "tip", d: `M${point(0, 0)} L${point(9, 4)} L${point(9, -4)} z`}),
            packet.count > 1 ? s("text", {x: (a + b) / 2 - 10, y: y - 6, class: "again"}, "×" + packet.count) : null,
            packet.again ? s("text", {x: (a + b) / 2 - 4, y: y - 4, class: "again"}, "↻") : null);
    }
}
