export const mapWidth = 1000;
export const mapHeight = 440;

/** How the world lies on the picture: turned a little, so that no continent is cut at the edge. */
export const projectionSettings = { rotation: -11, scale: 184, top: 252 };

const radians = Math.PI / 180;

/** Where a place is on the map, by the Equal Earth projection (Šavrič, Patterson, Jenny 2018). */
export function projectPlace({ latitude, longitude }: { latitude: number; longitude: number }): {
  x: number;
  y: number;
} {
  const { rotation, scale, top } = projectionSettings;
  const turned = ((((longitude + rotation + 180) % 360) + 360) % 360) - 180;
  const root = Math.sqrt(3) / 2;
  const angle = Math.asin(root * Math.sin(latitude * radians));
  const square = angle ** 2;
  const sixth = angle ** 6;
  const slope = 1.340264 - 3 * 0.081106 * square + sixth * (7 * 0.000893 + 9 * 0.003796 * square);
  const x = (turned * radians * Math.cos(angle)) / (root * slope);
  const y = angle * (1.340264 - 0.081106 * square + sixth * (0.000893 + 0.003796 * square));
  return { x: tenth(mapWidth / 2 + scale * x), y: tenth(top - scale * y) };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
