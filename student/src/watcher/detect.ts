import blazefaceWeights from '@models/blazeface.bin?url';
import blazefaceModel from '@models/blazeface.json?url';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import plainBinary from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import simdBinary from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import { env, setBackend, type Tensor, tensor4d, tidy } from '@tensorflow/tfjs-core';
import { FACE_SCORE, LIGHTS_SIDE } from '../constants';
import { facesIn, INPUT_SIDE } from './faces';
import type { Face, Sighting } from './protocol';

/** Mirror images are added on each side, this share of the picture's. */
const MIRRORED = 0.25;

/** Of the pictures without a face, one in so many is looked at again with its mirror images. It costs as much as the first look. */
const MIRRORED_EVERY = 3;

/** Looks at one picture, and closes it. */
export type Detect = (bitmap: ImageBitmap) => Sighting;

/** Loads the detector: BlazeFace (back), run by tfjs in WebAssembly. */
export async function loadDetect(): Promise<Detect> {
  // Without cross-origin isolation there are no threads; do not ask for their binary.
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  // It wants to know all three, and loads the one that the processor and the browser can run.
  setWasmPaths({
    'tfjs-backend-wasm.wasm': plainBinary,
    'tfjs-backend-wasm-simd.wasm': simdBinary,
    'tfjs-backend-wasm-threaded-simd.wasm': simdBinary,
  });
  if (!(await setBackend('wasm'))) throw new Error('WebAssembly did not start');
  const [description, weights] = await Promise.all([download(blazefaceModel), download(blazefaceWeights)]);
  const { modelTopology, weightsManifest } = await description.json();
  const weightData = await weights.arrayBuffer();
  const model = await loadGraphModel({
    load: async () => ({
      modelTopology,
      weightSpecs: weightsManifest.flatMap(({ weights: specs }: { weights: object[] }) => specs),
      weightData,
    }),
  });
  const context = contextOf(INPUT_SIDE, INPUT_SIDE);

  /** Draws the picture into the middle of the square, and looks at it. The rest stays black. */
  const look = (picture: ImageBitmap | OffscreenCanvas) => {
    const scale = INPUT_SIDE / Math.max(picture.width, picture.height);
    const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
    const [left, top] = [Math.floor((INPUT_SIDE - width) / 2), Math.floor((INPUT_SIDE - height) / 2)];
    context.clearRect(0, 0, INPUT_SIDE, INPUT_SIDE);
    context.drawImage(picture, left, top, width, height);
    const { data } = context.getImageData(0, 0, INPUT_SIDE, INPUT_SIDE);
    const faces = facesOf(model, data).map(
      (face): Face => ({
        score: face.score,
        left: face.left - left,
        top: face.top - top,
        right: face.right - left,
        bottom: face.bottom - top,
      }),
    );
    return { width, height, faces, data, light: () => lightOf(context.getImageData(left, top, width, height)) };
  };

  let withoutFace = 0;
  let part = 0;
  return (bitmap) => {
    const { width, height, faces, data, light } = look(bitmap);
    const sighting = { width, height, faces, ...light(), part: 0, print: printOf(data) };
    if ((faces[0]?.score ?? 0) >= FACE_SCORE) withoutFace = 0;
    else {
      if (withoutFace % MIRRORED_EVERY === 0) part = look(withMirrors(bitmap)).faces[0]?.score ?? 0;
      withoutFace += 1;
      sighting.part = part;
    }
    bitmap.close();
    return sighting;
  };
}

/** Surrounds a picture with its mirror images. A face that the edge cuts becomes whole there. */
function withMirrors(picture: ImageBitmap): OffscreenCanvas {
  const { width, height } = picture;
  const context = contextOf(Math.round(width * (1 + 2 * MIRRORED)), Math.round(height * (1 + 2 * MIRRORED)));
  for (const column of [-1, 0, 1]) {
    for (const row of [-1, 0, 1]) {
      const [x, y] = [column === 0 ? 1 : -1, row === 0 ? 1 : -1];
      // The middle of this copy.
      context.setTransform(x, 0, 0, y, (MIRRORED + column + 0.5) * width, (MIRRORED + row + 0.5) * height);
      context.drawImage(picture, -width / 2, -height / 2);
    }
  }
  return context.canvas;
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('There is no canvas');
  return context;
}

async function download(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response;
}

/** Returns the faces in pixels of the square. */
function facesOf(model: GraphModel, pixels: Uint8ClampedArray): Face[] {
  const colours = new Float32Array(INPUT_SIDE * INPUT_SIDE * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4) {
    for (let colour = 0; colour < 3; colour += 1) colours[to++] = (pixels[from + colour] ?? 0) / 127.5 - 1;
  }
  let faces: Face[] = [];
  tidy(() => {
    const answers = model.execute(tensor4d(colours, [1, INPUT_SIDE, INPUT_SIDE, 3]));
    // The fine grid's scores and boxes are larger than those of the coarse one.
    const parts = (Array.isArray(answers) ? answers : [answers]).toSorted((a: Tensor, b: Tensor) => a.size - b.size);
    const [coarseLogits, fineLogits, coarseBoxes, fineBoxes] = parts.map((part: Tensor) => part.dataSync());
    if (!coarseLogits || !fineLogits || !coarseBoxes || !fineBoxes) throw new Error('The model answers differently');
    faces = facesIn([...fineLogits, ...coarseLogits], [...fineBoxes, ...coarseBoxes]);
  });
  return faces;
}

/** Returns a hash of the pixels (FNV-1a). */
function printOf({ buffer }: Uint8ClampedArray): number {
  let hash = 0x811c9dc5;
  for (const pixel of new Uint32Array(buffer)) hash = Math.imul(hash ^ pixel, 0x01000193);
  return hash;
}

/** Returns how bright the picture is, as a whole and in its parts. */
function lightOf({ data, width, height }: ImageData): Pick<Sighting, 'mean' | 'deviation' | 'lights'> {
  let [sum, squares] = [0, 0];
  const sums = new Array<number>(LIGHTS_SIDE ** 2).fill(0);
  const counts = new Array<number>(LIGHTS_SIDE ** 2).fill(0);
  for (let y = 0, index = 0; y < height; y += 1) {
    const line = Math.floor((y * LIGHTS_SIDE) / height) * LIGHTS_SIDE;
    for (let x = 0; x < width; x += 1, index += 4) {
      const [red = 0, green = 0, blue = 0] = [data[index], data[index + 1], data[index + 2]];
      const light = 0.299 * red + 0.587 * green + 0.114 * blue;
      sum += light;
      squares += light * light;
      const part = line + Math.floor((x * LIGHTS_SIDE) / width);
      sums[part] = (sums[part] ?? 0) + light;
      counts[part] = (counts[part] ?? 0) + 1;
    }
  }
  const count = Math.max(1, width * height);
  const mean = sum / count;
  return {
    mean,
    deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)),
    lights: sums.map((light, part) => light / Math.max(1, counts[part] ?? 0)),
  };
}
