/** What a driver of simulated cards says and does, but for its vendor. */
package dev.fenestra.vendor.common.driver;
