// The journal: an index over its events. An event is unpacked and parsed when it is looked at.
class Journal {
    constructor(head, index, events) {
        Object.assign(this, {title: head.title, hosts: head.hosts, chapters: head.chapters, dropped: head.dropped});
        this.rules = new Map(head.rules.map(rule => [rule.id, rule]));
        this.index = index;
        this.names = index.names;
        this.length = index.kinds.length;
        this.kinds = Journal.codes(index.kinds, new Uint8Array(this.length));
        this.owners = Journal.codes(index.owners, new Int8Array(this.length));
        this.pack = new Pack(events, index.linesPerBlock);
        this.cache = new Map();
        this.first = this.length ? this.event(0).n : 0;
    }

    /** One number for each letter, A as 0. A loop, as a million calls of a function take their time. */
    static codes(letters, codes) {
        for (let i = 0; i < codes.length; i++) {
            codes[i] = letters.charCodeAt(i) - 65;
        }
        return codes;
    }

    line(i) {
        return this.pack.line(i);
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
        return this.names[this.kinds[i]];
    }

    /** The deepest chapter that an event lies in, and those around it. */
    chaptersAt(i) {
        const n = i + this.first;
        return this.chapters.filter(chapter => chapter.first <= n && n <= chapter.last);
    }

    /** The chapter of a level that an event lies in; of programs that run at the same time, the one of its host and QP. */
    chapterAt(i, level) {
        const around = this.chaptersAt(i).filter(chapter => chapter.level === level);
        if (around.length < 2) {
            return around[0];
        }
        const {host, qp} = this.event(i);
        const name = level === 1 ? host + ":" : `${host} QP 0x${(qp ?? 0).toString(16)}`;
        return around.find(chapter => chapter.title.split(" and ").some(part => level === 1 ? part.startsWith(name) : part === name)) ?? around[0];
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
