// Keys, queue pairs and the binding ledger, as they are at this moment; what the event changed stands out.
class Tables {
    constructor(report) {
        this.report = report;
    }

    draw(i) {
        const {journal} = this.report;
        show("machine", h("div", {class: "panelhead"}, h("h2", {}, "The machine")),
            this.change(), [...journal.hosts].reverse().map(host => this.host(host, i)));
    }

    change() {
        const {present} = this.report;
        const {before, after} = present ?? {};
        if (!before && !after) {
            return null;
        }
        const names = ["key", "object", "free", "pd", "start", "length", "rights", "qp", "region"];
        const pages = this.pages(before?.pages, after?.pages);
        const text = value => value === undefined || value === null ? "none" : Array.isArray(value) ? value.join(" ") || "none" : String(value);
        const value = (entry, name, kind) => h("td", {class: kind + (this.isLeftOver(entry, name) ? " leftover" : "")},
            text(entry?.[name]), this.isLeftOver(entry, name) ? " (left over)" : null);
        const rows = names.filter(name => text(before?.[name]) !== text(after?.[name]))
            .map(name => h("tr", {}, h("th", {scope: "row"}, name), value(before, name, "was"), value(after, name, "is")));
        return h("table", {class: "change"}, h("caption", {}, present.text),
            h("thead", {}, h("tr", {}, h("th", {}, "entry"), h("th", {}, "before"), h("th", {}, "after"))), h("tbody", {}, rows, pages));
    }

    /** Whether a value of an entry is from a bind that no longer holds: a window that is not bound grants nothing. */
    isLeftOver(entry, name) {
        return Boolean(entry?.free) && entry.length > 0 && ["start", "length", "rights"].includes(name);
    }

    /** The pages of an on-demand region that have come or gone. */
    pages(before, after) {
        return (after ?? []).map((page, nth) => [nth, before?.[nth], page]).filter(([, was, is]) => before && was !== is)
            .map(([nth, was, is]) => h("tr", {}, h("th", {scope: "row"}, "page " + nth), h("td", {class: "was"}, was ?? "none"), h("td", {class: "is"}, is)));
    }

    host(host, i) {
        const {machine, present} = this.report;
        const keys = machine.keysOf(host, i);
        const qps = machine.qpsOf(host, i);
        const changed = present?.host === host ? present.after?.key : null;
        const ledger = keys.filter(key => key.region);
        return h("section", {class: "hostbox"}, h("h3", {}, host),
            h("p", {class: "qps"}, qps.map(([qp, state]) => h("span", {class: "qp " + state +
                (present?.host === host && present.state && "0x" + present.qp.toString(16) === qp ? " flash" : "")}, "QP " + qp + " ", h("b", {}, state)))),
            keys.length === 0 ? h("p", {class: "empty"}, "no keys") : h("table", {class: "keys"},
                h("thead", {}, h("tr", {}, ["key", "what", "remote"].map(name => h("th", {scope: "col"}, name)))),
                h("tbody", {}, keys.slice(0, 40).map(key => this.key(key, key.key === changed)))),
            keys.length > 40 ? h("p", {class: "empty"}, `and ${count(keys.length - 40)} more keys`) : null,
            ledger.length ? h("p", {class: "ledger"}, h("b", {}, "Binding ledger "), ledger.map(key => `${key.key} → ${key.region}`).join(", ")) : null);
    }

    key(key, changed) {
        const [index, tag] = key.key.split(":");
        const state = key.object === "region" ? count(key.length) + " bytes" : key.free ? "not bound" : count(key.length) + " bytes";
        const wanted = this.report.key;
        return h("tr", {class: (changed ? "flash " : "") + (key.free ? "free" : "")},
            h("td", {}, h("button", {class: "keybox" + (wanted === key.key ? " lit" : ""), title: "Index and tag; a click finds every use",
                onclick: () => this.report.find(key.key)}, h("span", {class: "index"}, index), h("span", {class: "tag"}, tag))),
            h("td", {}, key.object, h("small", {}, state + " · PD " + key.pd + (key.qp === undefined ? "" : " · QP 0x" + key.qp.toString(16)))),
            this.rights(key));
    }

    rights(key) {
        const granted = right => key.rights.includes("remote-" + right);
        return h("td", {class: "rights"}, ["read", "write", "atomic"].map(right => h("abbr", {
            title: "remote-" + right + (granted(right) && key.free ? ", left over: the window is not bound" : ""),
            class: !granted(right) ? "off" : key.free ? "leftover" : "on",
        }, right[0].toUpperCase())), this.isLeftOver(key, "rights") ? h("small", {}, "left over") : null);
    }
}
