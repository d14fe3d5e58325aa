/**
 * The objects that handles name, with locks, reference counts and the handle table. They know their driver's objects
 * but ask no driver.
 */
package dev.fenestra.ib.core.kernel.objects;
