import blazefaceWeights from '@models/blazeface.bin?url';
import blazefaceModel from '@models/blazeface.json?url';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import simdBinary from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import { env, setBackend, type Tensor, tensor4d, tidy } from '@tensorflow/tfjs-core';
import { facesIn, INPUT_SIDE } from './faces';
import type { Sighting } from './protocol';

/** Looks at one picture, and closes it. */
export type Detect = (bitmap: ImageBitmap) => Sighting;

/** Loads the detector: BlazeFace (back), run by tfjs in WebAssembly. */
export async function loadDetect(): Promise<Detect> {
  // Without cross-origin isolation there are no threads; do not ask for their binary.
  env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  // It wants to know all three; every browser that is supported takes this one.
  setWasmPaths({
    'tfjs-backend-wasm.wasm': simdBinary,
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
  const canvas = new OffscreenCanvas(INPUT_SIDE, INPUT_SIDE);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('There is no canvas');

  return (bitmap) => {
    // The whole picture in the middle of the square; the rest stays black.
    const scale = INPUT_SIDE / Math.max(bitmap.width, bitmap.height);
    const width = Math.round(bitmap.width * scale);
    const height = Math.round(bitmap.height * scale);
    const [left, top] = [Math.floor((INPUT_SIDE - width) / 2), Math.floor((INPUT_SIDE - height) / 2)];
    context.clearRect(0, 0, INPUT_SIDE, INPUT_SIDE);
    context.drawImage(bitmap, left, top, width, height);
    bitmap.close();
    const { data } = context.getImageData(0, 0, INPUT_SIDE, INPUT_SIDE);
    return { scores: scoresOf(model, data), ...lightOf(context.getImageData(left, top, width, height).data) };
  };
}

async function download(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return response;
}

function scoresOf(model: GraphModel, pixels: Uint8ClampedArray): number[] {
  const colours = new Float32Array(INPUT_SIDE * INPUT_SIDE * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4) {
    for (let colour = 0; colour < 3; colour += 1) colours[to++] = (pixels[from + colour] ?? 0) / 127.5 - 1;
  }
  return tidy(() => {
    const answers = model.execute(tensor4d(colours, [1, INPUT_SIDE, INPUT_SIDE, 3]));
    // The fine grid's scores and boxes are larger than those of the coarse one.
    const parts = (Array.isArray(answers) ? answers : [answers]).toSorted((a: Tensor, b: Tensor) => a.size - b.size);
    const [coarseLogits, fineLogits, coarseBoxes, fineBoxes] = parts.map((part: Tensor) => part.dataSync());
    if (!coarseLogits || !fineLogits || !coarseBoxes || !fineBoxes) throw new Error('The model answers differently');
    return facesIn([...fineLogits, ...coarseLogits], [...fineBoxes, ...coarseBoxes]);
  });
}

/** Returns mean and standard deviation of the brightness. */
function lightOf(pixels: Uint8ClampedArray): Pick<Sighting, 'mean' | 'deviation'> {
  let [sum, squares] = [0, 0];
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0] = [pixels[index], pixels[index + 1], pixels[index + 2]];
    const light = 0.299 * red + 0.587 * green + 0.114 * blue;
    sum += light;
    squares += light * light;
  }
  const count = Math.max(1, pixels.length / 4);
  const mean = sum / count;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)) };
}
