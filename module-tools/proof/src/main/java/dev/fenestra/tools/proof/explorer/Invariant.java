package dev.fenestra.tools.proof.explorer;

/** A property of every state, whatever was done before. */
public enum Invariant {
    KEY("no access by a key that is not the present key of a bound window"),
    PD("a window is bound within its PD, and used within it unless it is of type 2A"),
    QP("a type-2 window is used through the QP that bound it only"),
    RANGE("no access outside the window, and no window outside its region"),
    RIGHT("no access that the window does not grant, no window that the region does not allow"),
    FREE("a type-2 window is bound only while it is free, and to at least one byte"),
    INVALIDATE("only the present key of a type-2 window is invalidated, and through its QP"),
    REGION_HELD("no deregistration while a window is bound"),
    QP_HELD("a QP stays, and stays connected, while a type-2A window is bound through it"),
    COUNT("all objects go in the end, and nothing is counted any more"),
    MEMORY("memory changes where a granted WRITE goes, and nowhere else"),
    QUERY("a query of a window tells what was done to it"),
    GRANTED("what no rule forbids succeeds"),
    EXCEPTION("a refusal is an errno or a completion, and no other exception");

    private final String text;

    Invariant(String text) {
        this.text = text;
    }

    /** The invariant as a sentence. */
    public String text() {
        return text;
    }
}
