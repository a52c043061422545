/**
 * Signs that turn or nest the direction of a text. In a name they make it read as another one: `fdp.exe` as `exe.pdf`. The marks
 * that Arabic and Hebrew texts need between words (U+061C, U+200E, U+200F) are not among them.
 *
 * @example directionSigns.test('sheet\u202Efdp.exe'); // true
 */
export const directionSigns = /[\u202a-\u202e\u2066-\u2069]/;
