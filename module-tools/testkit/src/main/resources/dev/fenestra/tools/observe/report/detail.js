// The event of this moment in full: what it was given, what it wrote, and what led to it.
class Detail {
    constructor(report) {
        this.report = report;
    }

    draw() {
        const {present} = this.report;
        if (!present) {
            show("event");
            return;
        }
        const facts = [...this.facts(present)];
        show("event", h("div", {class: "panelhead"}, h("h2", {}, "Event " + present.n), h("p", {class: "legend"}, present.text)),
            h("dl", {class: "ruletext facts"}, facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
            present.mtt ? this.translations(present.mtt) : null, this.payload(present.packet), this.chain(present));
    }

    * facts(event) {
        yield ["where", `${event.host}, ${event.layer}`];
        for (const [name, value] of Object.entries(event.args ?? {})) {
            yield [name, h("code", {}, value)];
        }
        if (event.errno !== undefined) {
            yield ["errno", String(event.errno)];
        }
        const {packet} = event;
        if (packet?.comment) {
            yield ["serves", packet.comment];
        }
        if (packet?.leaves !== undefined) {
            yield ["on the wire", `leaves at ${nanos(packet.leaves)}, ` + (packet.arrives === undefined ? "does not arrive" : `arrives at ${nanos(packet.arrives)}`)
                + ": a model"];
        }
        if (packet?.frameBytes !== undefined) {
            yield ["frame", count(packet.frameBytes) + " bytes"];
        }
        if (packet?.original !== undefined) {
            yield ["sent again", this.link(packet.original, "first transmission")];
        }
    }

    link(n, text) {
        const {journal} = this.report;
        return h("button", {title: "Go to this event", onclick: () => this.report.go(journal.place(n))}, `${n} ${text}`);
    }

    translations(mtt) {
        const number = mtt.key === undefined ? "MTT entry" : "page";
        const caption = mtt.key === undefined ? "Entries of the translation table" : `Pages of the on-demand region ${mtt.key}`;
        return h("table", {class: "translation written"},
            h("caption", {}, caption + (mtt.count > mtt.values.length ? `: the first ${mtt.values.length} of ${count(mtt.count)}` : "")),
            h("thead", {}, h("tr", {}, [number, "value"].map(name => h("th", {scope: "col"}, name)))),
            h("tbody", {}, mtt.values.map((value, nth) => h("tr", {}, h("td", {}, String(mtt.first + nth)),
                h("td", {}, value === "0x0" ? "none" : value)))));
    }

    /** The first bytes that a packet carries, as digits and as letters. */
    payload(packet) {
        if (!packet?.frame || !packet.payload) {
            return null;
        }
        const bytes = packet.frame.slice(2 * packet.payloadAt).match(/../g).slice(0, Math.min(64, packet.payload));
        const letter = digits => {
            const code = parseInt(digits, 16);
            return code >= 32 && code < 127 ? String.fromCharCode(code) : "·";
        };
        const lines = [];
        for (let at = 0; at < bytes.length; at += 16) {
            const part = bytes.slice(at, at + 16);
            lines.push(h("div", {class: "hexline"}, h("span", {class: "offset"}, at.toString(16).padStart(3, "0")),
                part.join(" ").padEnd(48), part.map(letter).join("")));
        }
        return h("div", {class: "payload"}, h("h3", {}, `Payload: ${bytes.length} of ${count(packet.payload)} bytes`), h("div", {class: "hex"}, lines));
    }

    /** What led to the event, the first cause first. */
    chain(event) {
        const {journal} = this.report;
        const causes = [];
        for (let at = event; at.cause !== undefined && at.cause >= journal.first && causes.length < 12;) {
            at = journal.event(journal.place(at.cause));
            causes.unshift(at);
        }
        return causes.length ? h("div", {class: "causes"}, h("h3", {}, "What led to it"),
            h("ol", {}, causes.map(one => h("li", {}, this.link(one.n, one.host), " ", one.text)))) : null;
    }
}
