/** What the cases of the kit know of the rules: which case breaks which rule, and an example of each refusal. */
package dev.fenestra.tools.conformance.rules;
