// The journal: an index over its lines. An event is parsed when it is looked at.
const KIND_CODES = [
    "VerbCalled", "SystemCalled", "ProviderCalled", "CommandEnded", "Posted", "WqeWritten", "WqeFetched", "DoorbellRung",
    "DoorbellSeen", "KeyChanged", "TranslationsWritten", "Pinned", "Unpinned", "PacketSent", "PacketsSent", "CqeWritten",
    "CqeRead", "Polled", "EventRaised", "QpStateChanged", "Refused"];

class Journal {
    constructor(text) {
        const mark = '"events": [\n';
        const begin = text.indexOf(mark);
        const head = JSON.parse(text.slice(0, begin) + '"events": []}');
        Object.assign(this, {title: head.title, hosts: head.hosts, chapters: head.chapters, dropped: head.dropped});
        this.rules = new Map(head.rules.map(rule => [rule.id, rule]));
        this.text = text;
        this.cache = new Map();
        this.scan(begin + mark.length);
    }

    scan(from) {
        const text = this.text;
        const starts = [];
        const kinds = [];
        const changes = [];
        const hosts = this.hosts.map(host => JSON.stringify(host).replaceAll("<", "\\u003c"));
        const owners = [];
        for (let at = from; text.charCodeAt(at) === 123;) {
            let end = text.indexOf("\n", at);
            end = end < 0 ? text.length : end;
            const owner = text.indexOf('"host":', at) + 7;
            const kind = text.indexOf('"kind":"', owner) + 8;
            const code = KIND_CODES.indexOf(text.slice(kind, text.indexOf('"', kind)));
            starts.push(at);
            kinds.push(code);
            owners.push(hosts.findIndex(host => text.startsWith(host, owner)));
            if (code === 1 || code >= 9 && code <= 12 || code >= 19) {
                changes.push(starts.length - 1);
            }
            at = end + 1;
        }
        starts.push(text.length);
        this.starts = Float64Array.from(starts);
        this.kinds = Int8Array.from(kinds);
        this.owners = Int8Array.from(owners);
        this.changes = changes;
        this.length = kinds.length;
        this.first = this.length ? this.event(0).n : 0;
    }

    /** The line of an event, without the comma behind it. */
    line(i) {
        const end = this.text.indexOf("\n", this.starts[i]);
        const line = this.text.slice(this.starts[i], end < 0 ? undefined : end);
        return line.endsWith(",") ? line.slice(0, -1) : line;
    }

    event(i) {
        let event = this.cache.get(i);
        if (!event) {
            if (this.cache.size > 20000) {
                this.cache.clear();
            }
            event = JSON.parse(this.line(i));
            this.cache.set(i, event);
        }
        return event;
    }

    /** Where the event with a sequence stands; the nearest one when it is not kept. */
    place(n) {
        return Math.min(Math.max(n - this.first, 0), this.length - 1);
    }

    kind(i) {
        return KIND_CODES[this.kinds[i]] ?? "Other";
    }

    /** The deepest chapter that an event lies in, and those around it. */
    chaptersAt(i) {
        const n = i + this.first;
        return this.chapters.filter(chapter => chapter.first <= n && n <= chapter.last);
    }

    next(i, step, test) {
        for (let j = i + step; j >= 0 && j < this.length; j += step) {
            if (test(j)) {
                return j;
            }
        }
        return i;
    }
}
