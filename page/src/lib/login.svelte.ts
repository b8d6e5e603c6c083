/** Whether the server has asked for its password. */
class Login {
  needed = $state(false);
}
export const login = new Login();
