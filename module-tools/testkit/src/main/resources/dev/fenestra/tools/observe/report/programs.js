// Programs that repeat what happened: JUnit tests, one for each access to remote memory.
class Programs {
    constructor(report, programs) {
        this.report = report;
        this.pack = new Pack(programs, report.journal.index.linesPerBlock);
        this.places = report.journal.index.programs;
    }

    /** The program of the event at a place; null when there is none. */
    at(i) {
        const nth = this.places.indexOf(i);
        return nth < 0 ? null : JSON.parse(this.pack.line(nth));
    }

    /** The program for this moment: of the event, of what led to it, or of the refusal that the card shows. */
    present() {
        const {journal, card} = this.report;
        for (let event = this.report.present, depth = 0; event && depth < 12; depth++) {
            const found = this.at(journal.place(event.n));
            if (found) {
                return {n: event.n, text: found};
            }
            event = event.cause === undefined || event.cause < journal.first ? null : journal.event(journal.place(event.cause));
        }
        const refused = card.at(this.report.at);
        const found = refused ? this.at(journal.place(refused.n)) : null;
        return found ? {n: refused.n, text: found} : null;
    }
}
