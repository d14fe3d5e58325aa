/**
 * What all objects of an opened device share: the kernel and the provider, the list of objects, waits, the memory of
 * queues. Not exported: a program sees the objects.
 */
package dev.fenestra.uverbs.device;
