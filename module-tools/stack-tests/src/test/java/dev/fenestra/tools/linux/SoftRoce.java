package dev.fenestra.tools.linux;

/** Where soft-RoCE breaks a rule that a meeting looks at, in the words of the table. */
enum SoftRoce {
    WINDOW_BOUNDS("does not check the bounds of a window"),
    INVALIDATED_KEY("does not say which key was invalidated"),
    FAILED_INVALIDATE("acknowledges a SEND whose invalidate fails"),
    QP_RIGHT("answers a right that the QP lacks by NAK 1"),
    TOO_LONG("answers a message longer than its receive by NAK 3"),
    LOCAL_KEY("reports a wrong L_Key as LOC_QP_OP_ERR"),
    LOCAL_FLUSHED("reports a wrong L_Key as WR_FLUSH_ERR"),
    ODD_ATOMIC("refuses an atomic at an odd address when it is posted"),
    STOPPED("stopped for good while it repeated a message");

    final String text;

    SoftRoce(String text) {
        this.text = text;
    }
}
