import { mapWidth, projectionSettings } from './world.ts';

const degrees = 180 / Math.PI;

/**
 * The place at a point of the map: the inverse of `projectPlace`, found by Newton's method. Null beside the world.
 *
 * @returns degrees, rounded to what a point of the map tells
 * @example unprojectPlace(projectPlace({ latitude: 47.2, longitude: 8.8 })) // { latitude: 47.2, longitude: 8.8 }
 */
export function unprojectPlace({ x, y }: { x: number; y: number }): { latitude: number; longitude: number } | null {
  const { rotation, scale, top } = projectionSettings;
  const height = (top - y) / scale;
  let angle = height;
  for (let step = 0; step < 12; step += 1) {
    const sixth = angle ** 6;
    const square = angle ** 2;
    const value = angle * (1.340264 - 0.081106 * square + sixth * (0.000893 + 0.003796 * square));
    angle -= (value - height) / slopeAt(angle);
  }
  const root = Math.sqrt(3) / 2;
  const sine = Math.sin(angle) / root;
  const turned = (((x - mapWidth / 2) / scale) * root * slopeAt(angle) * degrees) / Math.cos(angle);
  if (Math.abs(sine) > 1 || Math.abs(turned) > 180) return null;
  const longitude = ((((turned - rotation + 180) % 360) + 360) % 360) - 180;
  return { latitude: hundredth(Math.asin(sine) * degrees), longitude: hundredth(longitude) };
}

function slopeAt(angle: number): number {
  const square = angle ** 2;
  return 1.340264 - 3 * 0.081106 * square + angle ** 6 * (7 * 0.000893 + 9 * 0.003796 * square);
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100;
}
