#include "hx4.h"

static uint8_t checksum(const uint8_t *bytes) {
    uint8_t crc = 0xFF;
    for (int i = 0; i < 2; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = (crc & 0x80) ? (uint8_t)((crc << 1) ^ 0x31) : (uint8_t)(crc << 1);
    }
    return crc;
}

static uint32_t duration(hx4_repeatability repeatability) {
    switch (repeatability) {
        case HX4_HIGH: return 8500;
        case HX4_MEDIUM: return 4500;
        default: return 1600;
    }
}

hx4_result hx4_measure(const hx4_bus *bus, uint8_t address, hx4_repeatability repeatability,
                       int32_t *temperature, int32_t *humidity) {
    const uint8_t command = (uint8_t)repeatability;
    uint8_t answer[6];
    if (bus->write(bus->context, address, &command, 1) != 0) return HX4_BUS_ERROR;
    bus->wait_microseconds(bus->context, duration(repeatability));
    if (bus->read(bus->context, address, answer, sizeof answer) != 0) return HX4_BUS_ERROR;
    if (checksum(answer) != answer[2] || checksum(answer + 3) != answer[5]) return HX4_CHECKSUM_ERROR;

    const int64_t raw_temperature = (answer[0] << 8) | answer[1];
    const int64_t raw_humidity = (answer[3] << 8) | answer[4];
    *temperature = (int32_t)(-45000 + 175000 * raw_temperature / 65535);
    *humidity = (int32_t)(-6000 + 125000 * raw_humidity / 65535);
    if (*humidity < 0) *humidity = 0;
    if (*humidity > 100000) *humidity = 100000;
    return HX4_OK;
}
