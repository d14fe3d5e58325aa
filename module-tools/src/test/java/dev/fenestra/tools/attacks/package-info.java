/** What guessing and predicting keys costs an attacker who is a legitimate peer. */
package dev.fenestra.tools.attacks;
