// The state of all hosts at any moment: for each thing its changes in order, found by bisection.
class Machine {
    constructor(journal) {
        this.journal = journal;
        this.keys = new Map();
        this.qps = new Map();
        this.refusals = [];
        this.sums = journal.hosts.map(() => ({at: [], calls: [], pins: [], translations: []}));
        for (const i of journal.changes) {
            this.note(i, journal.event(i));
        }
    }

    note(i, event) {
        const sum = this.sums[this.journal.owners[i]];
        if (event.kind === "Refused") {
            this.refusals.push(i);
        } else if (event.kind === "KeyChanged") {
            const key = (event.after ?? event.before)?.key.split(":")[0];
            if (key) {
                this.change(this.keys, event.host + " " + key, i, event.after ?? null);
            }
        } else if (event.kind === "QpStateChanged") {
            this.change(this.qps, event.host + " 0x" + event.qp.toString(16), i, event.state);
        } else if (sum) {
            const last = sum.at.length - 1;
            sum.at.push(i);
            sum.calls.push((last < 0 ? 0 : sum.calls[last]) + (event.kind === "SystemCalled" ? 1 : 0));
            sum.pins.push((last < 0 ? 0 : sum.pins[last]) + Math.max(0, event.pages ?? 0));
            sum.translations.push((last < 0 ? 0 : sum.translations[last]) + (event.translations ?? 0));
        }
    }

    change(map, name, i, value) {
        if (!map.has(name)) {
            map.set(name, {at: [], values: []});
        }
        map.get(name).at.push(i);
        map.get(name).values.push(value);
    }

    /** How many of these changes have happened at a moment. */
    static passed(at, i) {
        let low = 0;
        let high = at.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (at[middle] <= i) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    present(map, host, i) {
        const found = [];
        for (const [name, changes] of map) {
            if (name.startsWith(host + " ")) {
                const passed = Machine.passed(changes.at, i);
                const value = passed ? changes.values[passed - 1] : null;
                if (value) {
                    found.push([name.slice(host.length + 1), value]);
                }
            }
        }
        return found;
    }

    keysOf(host, i) {
        return this.present(this.keys, host, i).map(([, key]) => key);
    }

    qpsOf(host, i) {
        return this.present(this.qps, host, i);
    }

    spent(hostIndex, i) {
        const sum = this.sums[hostIndex];
        const last = Machine.passed(sum.at, i) - 1;
        return last < 0
            ? {calls: 0, pins: 0, translations: 0}
            : {calls: sum.calls[last], pins: sum.pins[last], translations: sum.translations[last]};
    }
}
