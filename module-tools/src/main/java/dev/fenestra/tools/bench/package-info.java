/** Hosts with an HCA each on one fabric, in this process: where tests and tools get opened contexts from. */
package dev.fenestra.tools.bench;
