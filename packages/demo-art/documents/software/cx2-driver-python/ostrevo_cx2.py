"""Driver for the CO2 sensors CX21 to CX24 over I2C (Linux)."""

import struct
import time

ADDRESS = 0x5D
START = 0x21B1
READ = 0xEC05
READY = 0xE4B8


def checksum(data: bytes) -> int:
    crc = 0xFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1) ^ 0x31 if crc & 0x80 else crc << 1
            crc &= 0xFF
    return crc


class Cx2:
    """A sensor on an I2C bus, for example `Cx2(smbus2.SMBus(1))`."""

    def __init__(self, bus, address: int = ADDRESS):
        self._bus = bus
        self._address = address

    def start(self) -> None:
        """Begins to measure, once every five seconds."""
        self._send(START)

    def is_ready(self) -> bool:
        return self._receive(READY, words=1)[0] & 0x07FF != 0

    def read(self) -> tuple[int, float, float]:
        """CO2 in ppm, temperature in degrees Celsius, humidity in per cent."""
        co2, temperature, humidity = self._receive(READ, words=3)
        return co2, -45 + 175 * temperature / 65535, 100 * humidity / 65535

    def _send(self, command: int) -> None:
        self._bus.write_i2c_block_data(self._address, command >> 8, [command & 0xFF])

    def _receive(self, command: int, words: int) -> list[int]:
        self._send(command)
        time.sleep(0.001)
        data = bytes(self._bus.read_i2c_block_data(self._address, 0, 3 * words))
        answer = []
        for place in range(0, len(data), 3):
            word, crc = data[place : place + 2], data[place + 2]
            if checksum(word) != crc:
                raise OSError("The checksum of the sensor's answer is wrong")
            answer.append(struct.unpack(">H", word)[0])
        return answer
