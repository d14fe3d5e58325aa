/** The report: a journal as versioned JSON, and as one HTML page that shows it step by step. */
package dev.fenestra.tools.observe.report;
