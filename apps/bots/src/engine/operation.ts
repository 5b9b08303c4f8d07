import type { Parameters } from './parameters.ts';

interface Operand {
  value?: unknown;
  isVariable?: unknown;
}

type Step = (left: unknown, right: unknown) => unknown;

const steps: Readonly<Record<string, Step>> = {
  addAsString: (left, right) => textOf(left) + textOf(right),
  addAsNumber: (left, right) => Number(left) + Number(right),
  subtractAsNumber: (left, right) => Number(left) - Number(right),
  multiplyAsNumber: (left, right) => Number(left) * Number(right),
  divideAsNumber: (left, right) => Number(left) / Number(right),
};

/** Evaluates the operation of `setattribute-v2` from left to right. `NaN` and infinities become `null`. */
export function computed(action: Readonly<Record<string, unknown>>, parameters: Parameters): unknown {
  const operation = (action.operation ?? action) as { operands?: unknown; operators?: unknown };
  const operands = Array.isArray(operation.operands) ? (operation.operands as Operand[]) : [];
  const operators = Array.isArray(operation.operators) ? (operation.operators as unknown[]) : [];
  const [first, ...rest] = operands.map((operand) => operandValue(operand, parameters));
  const result = rest.reduce((left, right, index) => {
    const name = operators[index];
    const step = typeof name === 'string' && Object.hasOwn(steps, name) ? steps[name] : undefined;
    return step ? step(left, right) : left;
  }, first);
  return typeof result === 'number' && !Number.isFinite(result) ? null : (result ?? null);
}

function operandValue(operand: Operand | null | undefined, parameters: Parameters): unknown {
  const { value, isVariable } = operand ?? {};
  if (isVariable !== true) return value;
  return typeof value === 'string' && Object.hasOwn(parameters, value) ? parameters[value] : undefined;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
