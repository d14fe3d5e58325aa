package dev.fenestra.tools.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Selects the object for a parameter, by its number from 0. Without it, the first parameter of a type is number 0, the
 * next of the same type without it number 1, and so on.
 *
 * <ul>
 *   <li>Hosts and contexts have the number of their host. A host has one context, however often it is asked for.
 *   <li>QP pair n connects the first two hosts of a bench of two; of more hosts, number n with the one after it, and
 * the
 *       last with the first. On a bench of one host both ends are there.
 *   <li>Peers 2n and 2n+1, and their PD, CQ and QP, are the two ends of QP pair n.
 * </ul>
 */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface At {

    /** {@return the number, 0 or more} */
    int value();
}
