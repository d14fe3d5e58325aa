/**
 * Memory protection: the memory that each request may reach, and the changes of the keys that grant it. {@link
 * dev.fenestra.hw.sim.hca.protection.Protection} is the only entrance. The package knows the key table, the
 * translation table and the bus. It knows a QP as a {@link dev.fenestra.hw.sim.hca.protection.QpView}, and the
 * payload of packets. It uses no other part of the engine.
 *
 * <p>An access takes three steps. {@code KeyChecks} reads the entry of the key as an {@code Mkey} and asks the rules in
 * the order of this table. The first broken rule refuses, and nothing has changed. {@code PageFaults} then checks that
 * the pages are present. The result is a {@link dev.fenestra.hw.sim.hca.protection.Grant}, by which {@link
 * dev.fenestra.hw.sim.hca.protection.Dma} moves the bytes.
 *
 * <p>A change of a key takes two steps: a unit checks all of its rules, then changes the entry by one step of {@code
 * MkeyState}.
 *
 * <table>
 * <caption>{@link dev.fenestra.hw.sim.hca.rules.HcaRule} has the sources of the rules.</caption>
 * <thead><tr><th>rule</th><th>what must hold</th><th>where</th></tr></thead>
 * <tbody>
 * <tr><td>L1</td><td>the L_Key names a region, an mkey or memory of the card</td>
 *   <td rowspan="6">{@code KeyChecks.local}</td></tr>
 * <tr><td>L2</td><td>its tag is the present one</td></tr>
 * <tr><td>L3</td><td>the mkey is configured, the fast-register region is registered</td></tr>
 * <tr><td>L4</td><td>it belongs to the PD of the QP, or of the SRQ that the receive came from</td></tr>
 * <tr><td>L5</td><td>memory that the device writes has LOCAL_WRITE</td></tr>
 * <tr><td>L6</td><td>the range lies inside it</td></tr>
 * <tr><td>R1</td><td>the R_Key names a region, a window, an mkey or memory of the card</td>
 *   <td rowspan="6">{@code KeyChecks.remote}; R2 of windows in {@code window}</td></tr>
 * <tr><td>R2</td><td>its tag is the present one; of a free type-2 window or mkey, the last one</td></tr>
 * <tr><td>R3</td><td>it belongs to the PD of the QP</td></tr>
 * <tr><td>R5</td><td>the mkey is configured, the fast-register region is registered</td></tr>
 * <tr><td>R4</td><td>it gives the remote right</td></tr>
 * <tr><td>R6</td><td>the range lies inside it</td></tr>
 * <tr><td>R7</td><td>the region has not changed since the READ began</td><td>{@code Protection.answer}</td></tr>
 * <tr><td>A2</td><td>the window belongs to the PD of the QP; a 2A window belongs to a QP alone</td>
 *   <td rowspan="6">{@code KeyChecks.window}</td></tr>
 * <tr><td>A4</td><td>the window is bound</td></tr>
 * <tr><td>A3</td><td>a type-2 window was bound through this QP</td></tr>
 * <tr><td>A5</td><td>the window gives the remote right</td></tr>
 * <tr><td>A6</td><td>its region still exists</td></tr>
 * <tr><td>A7</td><td>the range lies inside the window</td></tr>
 * <tr><td>K1</td><td>an entry of a layout names a region or an mkey by its present tag</td>
 *   <td rowspan="7">{@code LayoutWalk}</td></tr>
 * <tr><td>K2</td><td>the mkey that it names is configured</td></tr>
 * <tr><td>K3</td><td>what it names belongs to the same PD</td></tr>
 * <tr><td>K4</td><td>what it names gives the same right</td></tr>
 * <tr><td>K5</td><td>the entry lies inside what it names</td></tr>
 * <tr><td>K6</td><td>no more mkeys are nested than the device follows</td></tr>
 * <tr><td>K7</td><td>the entries cover the range</td></tr>
 * <tr><td>O1</td><td>the transport has the operation for memory that is paged on demand</td>
 *   <td rowspan="3">{@code PageFaults}</td></tr>
 * <tr><td>O2</td><td>the pages are there, or come: until then the QP waits</td></tr>
 * <tr><td>H1</td><td>the memory answers on the bus</td></tr>
 * <tr><td>B1</td><td>the key to be replaced names a window; of type 1, by its present tag</td>
 *   <td rowspan="5">{@code WindowUnit.checkWindow}</td></tr>
 * <tr><td>B3</td><td>a type-1 window is not zero-based</td></tr>
 * <tr><td>B4</td><td>a type-2 window is free</td></tr>
 * <tr><td>B5</td><td>the window belongs to the PD of the QP</td></tr>
 * <tr><td>B6</td><td>a bind of a type-2 window has at least one byte</td></tr>
 * <tr><td>B7</td><td>the L_Key names a region by its present tag</td>
 *   <td rowspan="6">{@code WindowUnit.checkRegion}</td></tr>
 * <tr><td>B8</td><td>the region belongs to the PD of the QP</td></tr>
 * <tr><td>B9</td><td>the region is not zero-based</td></tr>
 * <tr><td>B10</td><td>the region allows windows</td></tr>
 * <tr><td>B11</td><td>a window for remote writes or atomics has a region with LOCAL_WRITE</td></tr>
 * <tr><td>B12</td><td>the window lies inside the region</td></tr>
 * <tr><td>I1</td><td>the key to invalidate names a type-2 window, an mkey or a fast-register region</td>
 *   <td rowspan="4">{@code WindowUnit.invalidate}; I2 also in the two units below</td></tr>
 * <tr><td>I2</td><td>its tag is the present one, or the last one when it is free already</td></tr>
 * <tr><td>I3</td><td>the window was bound through this QP</td></tr>
 * <tr><td>I4</td><td>a 2B window belongs to the PD of the QP</td></tr>
 * <tr><td>I5</td><td>the mkey or the fast-register region belongs to the PD of the QP</td>
 *   <td>{@code MkeyUnit.invalidate}, {@code FastRegionUnit.invalidate}</td></tr>
 * <tr><td>I6</td><td>a peer invalidates only mkeys that were created for it</td>
 *   <td>{@code MkeyUnit.invalidate}</td></tr>
 * <tr><td>I7</td><td>no window is bound to the fast-register region</td>
 *   <td rowspan="2">{@code FastRegionUnit.invalidate}</td></tr>
 * <tr><td>I8</td><td>a peer invalidates only registrations that grant it a remote right</td></tr>
 * <tr><td>M1</td><td>the key to configure is the present one of an mkey</td>
 *   <td rowspan="4">{@code MkeyUnit.check}</td></tr>
 * <tr><td>M2</td><td>the mkey belongs to the PD of the QP</td></tr>
 * <tr><td>M3</td><td>it is free, when the request says that it must be</td></tr>
 * <tr><td>M4</td><td>it has room for the list</td></tr>
 * <tr><td>M5</td><td>no entry of the list is longer than the device allows</td><td>{@code MkeyUnit.checkList}</td></tr>
 * <tr><td>F1</td><td>the key to register is the present one of a fast-register region</td>
 *   <td rowspan="6">{@code FastRegionUnit.check}</td></tr>
 * <tr><td>F2</td><td>the region belongs to the PD of the QP</td></tr>
 * <tr><td>F3</td><td>it is free</td></tr>
 * <tr><td>F5</td><td>there is at least one byte, and a page for each</td></tr>
 * <tr><td>F4</td><td>the region has room for the pages</td></tr>
 * <tr><td>F6</td><td>remote writes or atomics need LOCAL_WRITE</td></tr>
 * <tr><td>F7</td><td>all pages are listed under the present key of one page list</td>
 *   <td rowspan="3">{@code FastRegionUnit.register}</td></tr>
 * <tr><td>F8</td><td>the page list belongs to the PD of the QP</td></tr>
 * <tr><td>F9</td><td>each page is one of the page list</td></tr>
 * </tbody>
 * </table>
 */
package dev.fenestra.hw.sim.hca.protection;
