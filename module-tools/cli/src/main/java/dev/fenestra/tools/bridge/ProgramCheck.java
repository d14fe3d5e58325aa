package dev.fenestra.tools.bridge;

import dev.fenestra.tools.duties.CheckSettings;
import java.util.function.Consumer;

/**
 * That a server checks what its programs owe.
 *
 * @param settings what it reports
 * @param found gets each new finding, as text
 */
public record ProgramCheck(CheckSettings settings, Consumer<String> found) {}
