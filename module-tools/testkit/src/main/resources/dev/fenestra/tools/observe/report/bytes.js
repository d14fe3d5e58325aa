// Bytes as hexadecimal digits, linked both ways with the fields in them.
class ByteView {
    constructor(report, fields) {
        this.report = report;
        this.pack = new Pack(fields, report.journal.index.linesPerBlock);
    }

    /** The fields of an event; unpacked once somebody looks. */
    fields(n) {
        return JSON.parse(this.pack.line(this.report.journal.place(n)) || "[]");
    }

    draw() {
        const event = this.source(this.report.present);
        if (!event?.bytes) {
            show("bytes", h("div", {class: "panelhead"}, h("h2", {}, "Bytes")),
                h("p", {class: "empty"}, "This event is about no bytes. WQEs, CQEs, packets and key entries are."));
            return;
        }
        const fields = this.fields(event.n);
        const size = event.bytes.length / 2;
        const owner = new Array(size).fill(-1);
        fields.forEach((field, nth) => {
            for (let at = field.at; at < Math.min(size, field.at + field.length); at++) {
                owner[at] = nth;
            }
        });
        const lines = [];
        for (let at = 0; at < size; at += 16) {
            const cells = [];
            for (let k = at; k < Math.min(size, at + 16); k++) {
                cells.push(h("span", {class: "byte", "data-at": k, onpointerenter: () => this.light(k, k + 1),
                    title: owner[k] < 0 ? "" : fields[owner[k]].name}, event.bytes.slice(2 * k, 2 * k + 2)));
            }
            lines.push(h("div", {class: "hexline"}, h("span", {class: "offset"}, at.toString(16).padStart(3, "0")), cells));
        }
        const rows = fields.map(field => h("tr", {tabindex: 0, "data-from": field.at, "data-to": field.at + field.length,
            onpointerenter: () => this.light(field.at, field.at + field.length), onfocus: () => this.light(field.at, field.at + field.length)},
            h("td", {class: "offset"}, field.at.toString(16).padStart(3, "0") + " [" + field.bits + "]"), h("td", {}, field.name),
            h("td", {class: "value"}, field.value), h("td", {}, field.meaning)));
        show("bytes", h("div", {class: "panelhead"}, h("h2", {}, "Bytes: " + event.of + ", " + size), h("p", {class: "legend"}, event.text)),
            h("div", {class: "lens"}, h("div", {class: "hex"}, lines),
                h("div", {class: "fieldlist"}, fields.length ? h("table", {}, h("tbody", {}, rows))
                    : h("p", {class: "empty"}, "The fields of these bytes are not in the page."))));
    }

    /** The event itself, or the nearest one before it in its chain that has bytes. */
    source(event) {
        for (let depth = 0; event && depth < 4; depth++) {
            if (event.bytes) {
                return event;
            }
            event = event.cause === undefined || event.cause < this.report.journal.first ? null
                : this.report.journal.event(this.report.journal.place(event.cause));
        }
        return null;
    }

    light(from, to) {
        for (const cell of document.querySelectorAll(".byte")) {
            const at = Number(cell.dataset.at);
            cell.classList.toggle("lit", at >= from && at < to);
        }
        for (const row of document.querySelectorAll("[data-from]")) {
            row.classList.toggle("lit", Number(row.dataset.from) < to && Number(row.dataset.to) > from);
        }
    }
}
