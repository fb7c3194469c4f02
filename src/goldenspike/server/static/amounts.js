// What a payment between one's own purses leaves in both, as soon as an amount is typed.
export function openAmounts() {
  const money = (amount) => `$${amount.toLocaleString(document.documentElement.lang)}`;
  document.addEventListener("input", (event) => {
    const effect = event.target.closest?.("form.amount")?.querySelector("[data-after]");
    if (!effect) return;
    const output = effect.querySelector("output");
    output.dataset.now ??= output.textContent;
    const amount = event.target.valueAsNumber;
    output.textContent =
      Number.isNaN(amount) || !event.target.validity.valid
        ? output.dataset.now
        : effect.dataset.after
            .replace("{payer}", money(Number(effect.dataset.payer) - amount))
            .replace("{payee}", money(Number(effect.dataset.payee) + amount));
  });
}
