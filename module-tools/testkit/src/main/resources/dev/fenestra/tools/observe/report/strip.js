// Regions and windows as brackets over addresses, and the access as a block that turns red where it overhangs.
class Strip {
    /** Letters for pages that have gone, beside their shades. */
    static GONE = {swapped: "S", unmapped: "U", replaced: "C", protected: "P"};

    constructor(report) {
        this.report = report;
    }

    /** What the present event wants of memory: of a refusal, or of a packet that names a key. */
    accessOf(event) {
        if (event?.refusal?.access) {
            return {...event.refusal.access, host: event.host, refusal: event.refusal};
        }
        const packet = event?.packet;
        return packet?.key ? {key: packet.key, address: packet.address, length: packet.length, host: packet.to,
            right: packet.name.includes("READ") ? "remote-read" : "remote-write"} : null;
    }

    draw(i) {
        const {journal, machine, present} = this.report;
        const access = this.accessOf(present);
        const touched = present?.after ?? present?.before;
        const host = access?.host ?? (touched ? present.host : this.host) ?? journal.hosts[journal.hosts.length - 1];
        this.host = host;
        const keys = machine.keysOf(host, i);
        const regions = keys.filter(key => key.object === "region" && key.length > 0);
        const wanted = access?.key ?? touched?.key;
        const named = keys.find(key => key.key.split(":")[0] === wanted?.split(":")[0]);
        const focus = regions.find(region => region.key === named?.key || region.key === named?.region)
            ?? regions.find(region => keys.some(key => key.region === region.key))
            ?? (access ? regions.find(region => this.inside(region, access)) : null) ?? regions[regions.length - 1];
        show("strip", h("div", {class: "panelhead"}, h("h2", {}, "Addresses on " + host), this.toggle()),
            focus ? this.picture(focus, keys, access, named) : h("p", {class: "empty"}, host + " has no region yet."),
            this.pageLegend(focus), access ? this.sentence(access, named) : null,
            focus && this.translates ? this.translation(focus, access) : null,
            h("p", {class: "others"}, regions.length > 1 ? "Other regions: " + regions.filter(r => r !== focus).map(r => r.key).join(", ") : ""));
    }

    /** Shows and hides the way from addresses to frames. */
    toggle() {
        return h("button", {id: "translate", "aria-pressed": String(Boolean(this.translates)), title: "From virtual addresses by the MTT to the bus",
            onclick: () => {
                this.translates = !this.translates;
                this.draw(this.report.at);
            }}, "Translation");
    }

    /** Each page of a region: where the program sees it, its entry in the translation table, where it lies. */
    translation(region, access) {
        if (!region.pages) {
            return h("p", {class: "note"}, "The entry of this region has no translations of its own: its pages are brought when they are asked for.");
        }
        const size = BigInt(region.pageBytes);
        const start = BigInt(region.start);
        const first = start - start % size;
        const [from, to] = access ? [BigInt(access.address), BigInt(access.address) + BigInt(access.length)] : [0n, 0n];
        const hex = number => "0x" + number.toString(16);
        const rows = region.pages.map((page, nth) => {
            const isThere = page.startsWith("0x");
            const virtual = first + BigInt(nth) * size;
            const isUsed = from < virtual + size && to > virtual;
            const begins = isThere && isUsed && from >= virtual ? h("small", {}, "the access begins at " + hex(BigInt(page) + from - virtual)) : null;
            return h("tr", {class: isUsed ? "lit" : ""}, h("td", {}, hex(virtual)), h("td", {}, region.translation === undefined ? "on demand" : String(region.translation + nth)),
                h("td", {class: isThere ? "" : "gone"}, page, begins));
        });
        return h("table", {class: "translation"},
            h("caption", {}, `Region ${region.key}: pages of ${count(region.pageBytes)} bytes`),
            h("thead", {}, h("tr", {}, ["virtual address", "MTT entry", "bus address"].map(name => h("th", {scope: "col"}, name)))),
            h("tbody", {}, rows));
    }

    /** Whether a page is pinned, there on demand, or gone, and why; of more than 64 pages only the first are known. */
    stateOf(region, page, pages) {
        const known = pages <= 64 ? region.pages?.[page] : undefined;
        return known === undefined ? region.translation === undefined && region.pages ? "unknown" : "pinned"
            : !known.startsWith("0x") ? known : region.translation === undefined ? "ondemand" : "pinned";
    }

    /** What the shades of an on-demand region's pages mean, with how many there are of each. */
    pageLegend(region) {
        if (!region?.pages || region.translation !== undefined) {
            return null;
        }
        const counts = new Map();
        for (const page of region.pages) {
            const state = page.startsWith("0x") ? "ondemand" : page;
            counts.set(state, (counts.get(state) ?? 0) + 1);
        }
        const words = {ondemand: "there", absent: "not asked for yet", swapped: "swapped out", unmapped: "unmapped", replaced: "contents given up", protected: "rights taken away"};
        return h("p", {class: "legend pagelegend"}, "On-demand pages: ", [...counts].map(([state, number]) =>
            h("span", {class: "shade " + state}, `${number} ${words[state] ?? state}${Strip.GONE[state] ? ` (${Strip.GONE[state]})` : ""}`)));
    }

    inside(region, access) {
        const start = BigInt(region.start);
        const address = BigInt(access.address);
        return address >= start && address < start + BigInt(region.length);
    }

    picture(region, keys, access, named) {
        const base = BigInt(region.start);
        const offset = text => Number(BigInt(text) - base);
        const windows = keys.filter(key => key.region === region.key && !key.free);
        const reach = access ? [offset(access.address), offset(access.address) + access.length] : [0, 0];
        const low = Math.max(Math.min(0, reach[0]), -region.length);
        const high = Math.min(Math.max(region.length, reach[1]), region.length * 2);
        const span = Math.max(1, high - low);
        const x = at => 8 + (Math.min(Math.max(at, low), high) - low) / span * 304;
        const bars = [];
        const pages = Math.ceil(region.length / 4096);
        const shown = Math.min(pages, 64);
        for (let page = 0; page < shown; page++) {
            const from = x(page * region.length / shown);
            const state = this.stateOf(region, page, pages);
            bars.push(s("rect", {class: "page " + state, x: from, y: 34, width: Math.max(1, x((page + 1) * region.length / shown) - from - 1), height: 22},
                s("title", {}, pages > 64 ? state : `page ${page}: ${region.pages?.[page] ?? state}`)));
            if (shown <= 16 && Strip.GONE[state]) {
                bars.push(s("text", {class: "pagestate", x: x((page + 0.5) * region.length / shown), y: 49}, Strip.GONE[state]));
            }
        }
        bars.push(s("path", {class: "bracket", d: `M${x(0)} 30 v-6 H${x(region.length)} v6`}),
            s("text", {x: x(0), y: 16, class: "label"}, "region " + region.key),
            s("text", {x: 312, y: 16, class: "size"}, count(region.length) + " bytes"));
        let y = 66;
        for (const window of windows.slice(0, 6)) {
            const start = window.start === "0x0" ? 0 : offset(window.start);
            const from = x(start);
            bars.push(s("rect", {class: window.object.startsWith("type-1") ? "window one" : "window two", x: from, y,
                width: Math.max(3, x(start + window.length) - from), height: 22, rx: 2}),
                s("text", {x: from + 4, y: y + 15, class: "inwindow"}, this.letters(window)),
                s("text", {x: 8, y: y + 36, class: "label"}, `${window.object} ${window.key}`),
                s("text", {x: 312, y: y + 36, class: "size"}, count(window.length) + " bytes"));
            y += 48;
        }
        if (access) {
            bars.push(...this.block(access, named, offset, x, y));
            y += 46;
        }
        return s("svg", {class: "addresses", viewBox: `0 0 320 ${y + 6}`, role: "img", "aria-label": "Region " + region.key}, bars);
    }

    * block(access, named, offset, x, y) {
        const from = offset(access.address);
        const to = from + access.length;
        const start = named && !named.free ? offset(named.start) : 0;
        const end = named && !named.free ? start + named.length : 0;
        const inner = [Math.max(from, start), Math.min(to, end)];
        const refused = access.refusal ? " no" : "";
        const wide = (a, b) => Math.max(b > a ? 6 : 0, x(b) - x(a));
        if (inner[1] > inner[0]) {
            yield s("rect", {class: "access" + refused, x: x(inner[0]), y, width: wide(...inner), height: 20});
        }
        const outside = inner[1] > inner[0] ? [[from, inner[0]], [inner[1], to]] : [[from, to]];
        for (const [a, b] of outside) {
            if (b > a) {
                yield s("rect", {class: "overhang", x: x(a), y, width: wide(a, b), height: 20});
            }
        }
        yield s("text", {x: 8, y: y + 34, class: "label"}, `${access.right} by ${access.key}`);
        yield s("text", {x: 312, y: y + 34, class: "size"}, count(access.length) + " bytes");
    }

    /** How many bytes of an access lie outside of what its key covers; 0 where the key covers nothing. */
    outside(access, named) {
        if (!named || named.free) {
            return 0;
        }
        const from = Number(BigInt(access.address) - BigInt(named.start));
        return access.length - Math.max(0, Math.min(from + access.length, named.length) - Math.max(from, 0));
    }

    letters(key) {
        const has = name => key.rights.includes("remote-" + name);
        return ["read", "write", "atomic"].filter(has).map(name => name[0].toUpperCase()).join(" ") || "none";
    }

    /** To the card, without leaving the link to the event. */
    toCard(event) {
        event.preventDefault();
        panel("card").focus({preventScroll: true});
        this.report.card.reveal();
    }

    sentence(access, named) {
        if (access.refusal) {
            const outside = this.outside(access, named);
            return h("a", {class: "note bad", href: "#card", title: "To the checks", onclick: event => this.toCard(event)},
                `Refused by ${access.refusal.rule}: ${access.refusal.violation}.`,
                outside > 0 ? ` ${count(outside)} byte${outside === 1 ? "" : "s"} outside.` : "", " See the checks.");
        }
        const text = named ? `The ${named.object} ${named.key} is asked for ${access.right}.` : `No key ${access.key} exists.`;
        return h("p", {class: "note"}, text);
    }
}
