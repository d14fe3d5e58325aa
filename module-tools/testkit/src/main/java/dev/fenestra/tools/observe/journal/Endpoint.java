package dev.fenestra.tools.observe.journal;

import dev.fenestra.ib.core.vocabulary.Gid;

/** One end of a connection: a QP and the port that it uses. */
record Endpoint(Gid gid, int qpNumber) {}
