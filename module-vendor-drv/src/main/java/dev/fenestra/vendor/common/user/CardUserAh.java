package dev.fenestra.vendor.common.user;

import dev.fenestra.ib.core.spi.UserAh;
import dev.fenestra.ib.core.vocabulary.AhAttributes;

/**
 * An address handle.
 *
 * @param number that requests name it by, where they do
 * @param path where it leads to
 */
public record CardUserAh(int number, AhAttributes path) implements UserAh {}
