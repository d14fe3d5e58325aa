// The state of all hosts at any moment: for each thing its changes in order, found by bisection. Only those in force are read.
class Machine {
    constructor(journal) {
        this.journal = journal;
        const {index} = journal;
        this.refusals = index.refusals;
        this.keys = this.changes(index.keys, i => journal.event(i).after ?? null);
        this.qps = this.changes(index.qps, i => journal.event(i).state);
        const {merged} = index;
        this.requests = Array.from({length: merged.length / 3}, (_, nth) => merged[3 * nth]);
        this.sums = journal.hosts.map(() => ({at: [], calls: [], pins: [], translations: []}));
        const call = journal.names.indexOf("SystemCalled");
        for (let i = 0, next = 0; i < journal.length; i++) {
            const isSpent = index.spent[next] === i;
            if (isSpent || journal.kinds[i] === call) {
                const [pages, translations] = isSpent ? [index.spent[next + 1], index.spent[next + 2]] : [0, 0];
                next += isSpent ? 3 : 0;
                this.add(this.sums[journal.owners[i]], i, journal.kinds[i] === call ? 1 : 0, pages, translations);
            }
        }
    }

    /** The request or verb that begins at an event: how many events it is, and what they have done. */
    requestAt(i) {
        const nth = Machine.passed(this.requests, i) - 1;
        const [events, did] = this.requests[nth] === i ? this.journal.index.merged.slice(3 * nth + 1, 3 * nth + 3) : [1, 0];
        return {events, crosses: (did & 1) > 0, refused: (did & 2) > 0, calls: (did & 4) > 0};
    }

    add(sum, i, calls, pages, translations) {
        if (sum) {
            const last = sum.at.length - 1;
            sum.at.push(i);
            sum.calls.push((sum.calls[last] ?? 0) + calls);
            sum.pins.push((sum.pins[last] ?? 0) + pages);
            sum.translations.push((sum.translations[last] ?? 0) + translations);
        }
    }

    /** Places of changes, by what is changed. A negative place -1 - i is where it ends at event i. */
    changes(places, value) {
        return new Map(Object.entries(places).map(([name, all]) =>
            [name, {at: all.map(i => i < 0 ? -1 - i : i), ends: all.map(i => i < 0), value}]));
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
                const value = passed && !changes.ends[passed - 1] ? changes.value(changes.at[passed - 1]) : null;
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
