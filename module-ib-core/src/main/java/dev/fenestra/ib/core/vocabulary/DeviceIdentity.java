package dev.fenestra.ib.core.vocabulary;

/**
 * Which device it is: the part of {@code ibv_device_attr} that tells one card from another.
 *
 * @param firmware version of its firmware, as text ({@code fw_ver}); empty when the device does not say
 * @param nodeGuid {@code node_guid}, an EUI-64, big-endian in one word; 0 when the device does not say
 * @param systemImageGuid {@code sys_image_guid}: the same for all devices of one card
 * @param hardwareVersion {@code hw_ver}
 */
public record DeviceIdentity(String firmware, long nodeGuid, long systemImageGuid, int hardwareVersion) {
    /** The identity of a device that reports none. */
    public static final DeviceIdentity UNKNOWN = new DeviceIdentity("", 0, 0, 0);
}
