export const people = {
  ada: { skin: '#e3b490', hair: '#5a3a24', top: '#d9e4df', legs: '#343c40', coat: '#f4f5f3', long: true },
  ben: { skin: '#8d5b3d', hair: '#171311', top: '#007a53', legs: '#22282b', coat: '#f4f5f3' },
  cho: { skin: '#e8c29c', hair: '#1c1817', top: '#22282b', legs: '#5c6a70', coat: '#f4f5f3' },
  dia: { skin: '#b67d54', hair: '#241a15', top: '#e2590b', legs: '#2c3539', long: true },
  eli: { skin: '#f0cbb0', hair: '#c9a26a', top: '#5f7a70', legs: '#2c3539' },
  fay: { skin: '#6d432c', hair: '#120e0c', top: '#e9ece9', legs: '#007a53', long: true },
  gus: { skin: '#e6b99a', hair: '#b9b9b5', top: '#39454b', legs: '#22282b' },
  suit: { skin: '#e3b490', hair: '#222222', top: '#ffffff', legs: '#ffffff', suit: '#f3f6f6' },
  blue: { skin: '#b67d54', hair: '#222222', top: '#ffffff', legs: '#ffffff', suit: '#dcebf0' },
} as const;
