/** RDMA CM between the hosts of a bench. */
package dev.fenestra.tools.connections;
