// The events that are shown, for other programs: Mermaid, Perfetto (Chrome trace), JSON, pcapng; and a JUnit test.
class Exports {
    constructor(report) {
        this.report = report;
        const offer = (id, text, title, make) => h("button", {id, title, onclick: () => this.save(...make())}, text);
        show("foot", h("p", {}, `${count(report.journal.length)} events`
            + (report.journal.dropped ? `; ${count(report.journal.dropped)} before them were not kept` : "")),
            h("div", {class: "tools"}, h("span", {}, "Save what is shown:"),
                offer("mermaid", "Mermaid", "A sequence diagram", () => ["report.mmd", this.mermaid()]),
                offer("perfetto", "Perfetto", "A trace for ui.perfetto.dev: host as process, layer as thread", () => ["report.trace.json", this.perfetto()]),
                offer("json", "JSON", "The events, as in the journal", () => ["report.events.json", this.json()]),
                offer("pcapng", "pcapng", "The packets, for Wireshark", () => ["report.pcapng", ...this.pcapng()]),
                this.test = offer("junit", "JUnit test", "A test that repeats this access", () => this.junit())),
            Finder.keySheet());
    }

    shown() {
        const {journal, rows} = this.report;
        return Array.from({length: rows ? rows.length : journal.length}, (_, row) => journal.event(rows ? rows[row] : row));
    }

    mermaid() {
        const lane = (host, nth) => host + "_" + LANES[nth].replace("-", "");
        const safe = text => text.replaceAll(/[;#<>\n]/g, " ");
        return "sequenceDiagram\n" + this.shown().slice(0, 500).map(event => {
            if (event.packet && event.packet.to !== undefined) {
                return `    ${lane(event.host, 4)}->>${lane(event.packet.to, 4)}: ${safe(event.text)}`;
            }
            const [from, to] = wayOf(event);
            return `    ${lane(event.host, from)}->>${lane(event.host, to)}: ${safe(event.text)}`;
        }).join("\n") + "\n";
    }

    perfetto() {
        const {hosts} = this.report.journal;
        const layers = ["uverbs", "ib-core", "driver", "hw-sim"];
        const trace = hosts.flatMap((host, pid) => [{ph: "M", name: "process_name", pid, args: {name: host}},
            ...layers.map((layer, tid) => ({ph: "M", name: "thread_name", pid, tid, args: {name: layer}}))]);
        for (const event of this.shown()) {
            const where = {pid: hosts.indexOf(event.host), tid: layers.indexOf(event.layer), ts: event.t / 1000 + event.n / 1000};
            trace.push({ph: "X", name: event.text, cat: event.kind, dur: (event.cost ?? 0) / 1000, args: {event: event.n}, ...where});
            if (event.wr !== undefined) {
                trace.push({ph: event.kind === "WqeWritten" ? "s" : event.kind === "Polled" ? "f" : "t", name: "request", cat: "request",
                    id: event.host + "/" + event.wr, ...where});
            }
        }
        return JSON.stringify({traceEvents: trace});
    }

    json() {
        return "[\n" + this.shown().map(event => JSON.stringify(event)).join(",\n") + "\n]\n";
    }

    /** Without a program for this moment there is no test. */
    draw() {
        this.test.disabled = !this.report.programs.present();
    }

    junit() {
        const {n, text} = this.report.programs.present();
        return [`Event${n}Test.java`, text];
    }

    /** The packets with their ids and, where the journal knows it, their fate. */
    pcapng() {
        const {journal, machine} = this.report;
        const refused = new Map(machine.refusals.map(i => [journal.event(i).cause, journal.event(i).refusal]));
        const file = new Pcapng(journal.hosts);
        for (const event of this.shown()) {
            const {packet} = event;
            if (packet?.frame) {
                const refusal = refused.get(event.n);
                const fate = refusal ? ` -> refused [${refusal.rule}] ${refusal.violation}: ${refusal.outcome}` : packet.to === undefined ? " -> did not arrive" : "";
                const cut = packet.frame.length < 2 * packet.frameBytes ? ", its payload is cut" : "";
                file.packet(journal.hosts.indexOf(event.host), packet.leaves, packet.frame, packet.frameBytes, `${packet.comment}${fate} (event ${event.n}${cut})`);
            }
        }
        return file.blocks;
    }

    save(name, ...parts) {
        const type = name.endsWith(".pcapng") ? "application/octet-stream" : "text/plain";
        const link = h("a", {href: URL.createObjectURL(new Blob(parts, {type})), download: name});
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    }
}
