/** Passwords stay as typed: `isPassword` compares them in every form that was ever stored. */
const isPasswordField = (name: string) => name.includes('password');

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Normalises every text in a request to NFC, in place. Some keyboards and file systems send accents as separate characters, which
 * look the same and compare unequal.
 */
export function normaliseTexts(request: unknown): void {
  // No recursion: JSON nests deeper than the stack.
  const objects = [request];
  for (let object = objects.pop(); object !== undefined; object = objects.pop()) {
    if (!isObject(object)) continue;
    for (const [name, value] of Object.entries(object)) {
      if (typeof value !== 'string') objects.push(value);
      else if (!isPasswordField(name)) object[name] = value.normalize();
    }
  }
}
