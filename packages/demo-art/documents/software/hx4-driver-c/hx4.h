/* Driver for the humidity and temperature sensors HX41 to HX44. */
#ifndef OSTREVO_HX4_H
#define OSTREVO_HX4_H

#include <stddef.h>
#include <stdint.h>

#define HX4_ADDRESS 0x4A
#define HX4_ADDRESS_ALTERNATIVE 0x4B

typedef enum {
    HX4_OK = 0,
    HX4_BUS_ERROR = -1,
    HX4_CHECKSUM_ERROR = -2,
} hx4_result;

/* How much time a reading takes, and how much it repeats: 8.5, 4.5 or 1.6 ms. */
typedef enum {
    HX4_HIGH = 0xFD,
    HX4_MEDIUM = 0xF6,
    HX4_LOW = 0xE0,
} hx4_repeatability;

/* What the driver needs of your platform. Functions answer 0 when they worked. */
typedef struct {
    int (*write)(void *context, uint8_t address, const uint8_t *bytes, size_t length);
    int (*read)(void *context, uint8_t address, uint8_t *bytes, size_t length);
    void (*wait_microseconds)(void *context, uint32_t microseconds);
    void *context;
} hx4_bus;

/* One reading, in millidegrees Celsius and in thousandths of a per cent. */
hx4_result hx4_measure(const hx4_bus *bus, uint8_t address, hx4_repeatability repeatability,
                       int32_t *temperature, int32_t *humidity);

#endif
