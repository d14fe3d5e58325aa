package dev.fenestra.ib.core.cm.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A cell of the state table.
 *
 * @param next state afterwards
 * @param action what is sent
 * @param notice what the user is told, or null for nothing
 */
record CmStep(CmState next, CmAction action, @Nullable CmNotice notice) {}
