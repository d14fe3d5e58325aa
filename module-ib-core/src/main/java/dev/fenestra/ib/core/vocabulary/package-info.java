/** The words every layer above the hardware shares: errnos, keys, access rights, states, requests and completions. */
package dev.fenestra.ib.core.vocabulary;
