/** The cards of all vendors: Java programs on them, and the libraries of rdma-core. */
package dev.fenestra.tools.cards;
